/** The formats a text field of a form may have. */
export const textFormats = ["email", "uri", "date", "date-time"] as const
export type TextFormat = (typeof textFormats)[number]

/** What is wrong with text of this format, or null. */
export const formatFault = (format: TextFormat, value: string): string | null => {
  switch (format) {
    case "email":
      return isEmail(value) ? null : "must be an email address"
    case "uri":
      return isUri(value) ? null : "must be a full address such as https://example.com"
    case "date":
      return isDate(value) ? null : "must be a date such as 2026-01-31"
    case "date-time":
      return isDateTime(value) ? null : "must be a time with its zone such as 2026-01-31T08:00:00Z"
  }
}

/** RFC 5321 without quoted names and address literals; a host of one label is one within a network. */
const emailName = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const emailLabel = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
const email = new RegExp(`^${emailName}(?:\\.${emailName})*@${emailLabel}(?:\\.${emailLabel})*$`)

const isEmail = (value: string): boolean => value.length <= 254 && value.indexOf("@") <= 64 && email.test(value)

/** RFC 3986: other letters and brackets are escaped in an address, as browsers copy it. */
const percent = "%[0-9A-Fa-f]{2}"
const inHost = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|${percent})`
const inUser = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|${percent})`
const inPath = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|${percent})`
const inQuery = `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/?]|${percent})`
const authority = `//(?:${inUser}*@)?(?:\\[[0-9A-Fa-f:.]+\\]|${inHost}*)(?::\\d*)?(?:/${inPath}*)*`
const path = `${inPath}+(?:/${inPath}*)*`
const uri = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:(?:${authority}|/(?:${path})?|${path})(?:\\?${inQuery}*)?(?:#${inQuery}*)?$`)

const isUri = (value: string): boolean => value.length <= 8192 && uri.test(value) && URL.canParse(value)

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const isDate = (value: string): boolean => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** RFC 3339: the zone is part of it, so that the moment means the same to whoever reads it. */
const isDateTime = (value: string): boolean => {
  const parts = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(value)
  if (parts === null || !isDate(parts[1] ?? "")) return false
  const [hour, minute, second, zoneHour, zoneMinute] = [Number(parts[2]), Number(parts[3]), Number(parts[4]), Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  return hour <= 23 && minute <= 59 && second <= 59 && zoneHour <= 23 && zoneMinute <= 59
}
