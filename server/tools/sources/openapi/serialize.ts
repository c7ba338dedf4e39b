import type { Schema } from "effect"
import { isJsonArray, isJsonObject } from "../../json-value"
import type { Style } from "./compiled"

interface Shape {
  readonly name: string
  readonly style: Style
  readonly explode: boolean
  readonly allowReserved?: boolean
}

/** A value within a value has no form of its own in any style. */
const textOf = (value: Schema.Json): string => (value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value))

/** Half a character, as text that was cut may end in, cannot be sent: it goes out as what stands for it, as in every body. */
export const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** What may stand in a value as it is where the document says so; `&`, `#` and `+` would end it or change it. */
const encodeReserved = (text: string): string =>
  percentEncoded(text).replace(/%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B|3D)/gi, (code) => decodeURIComponent(code))

const encoderOf = ({ allowReserved }: Shape) => (allowReserved === true ? encodeReserved : percentEncoded)

const pairsOf = (value: Schema.Json): ReadonlyArray<readonly [string, Schema.Json]> => (isJsonObject(value) ? Object.entries(value) : [])

/** `id=1&id=2`: the value as parts of a query or of an urlencoded body. */
export const queryParts = (shape: Shape, value: Schema.Json): ReadonlyArray<string> => {
  const { name, style, explode } = shape
  const encode = encoderOf(shape)
  const pair = (key: string, text: string) => `${percentEncoded(key)}=${encode(text)}`
  if (style === "deepObject" && typeof value === "object" && value !== null) return deepParts(name, value, pair)
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ","
  if (isJsonArray(value)) {
    if (explode) return value.map((item) => pair(name, textOf(item)))
    return value.length === 0 ? [] : [`${percentEncoded(name)}=${value.map((item) => encode(textOf(item))).join(separator)}`]
  }
  if (isJsonObject(value)) {
    if (explode) return pairsOf(value).map(([key, inner]) => pair(key, textOf(inner)))
    const flat = pairsOf(value).flatMap(([key, inner]) => [encode(key), encode(textOf(inner))])
    return flat.length === 0 ? [] : [`${percentEncoded(name)}=${flat.join(separator)}`]
  }
  return [pair(name, textOf(value))]
}

const deepParts = (name: string, value: Schema.Json, pair: (key: string, text: string) => string): ReadonlyArray<string> => {
  if (isJsonArray(value))
    return value.flatMap((item, index) =>
      typeof item === "object" && item !== null ? deepParts(`${name}[${index}]`, item, pair) : [pair(`${name}[]`, textOf(item))]
    )
  if (isJsonObject(value)) return pairsOf(value).flatMap(([key, inner]) => deepParts(`${name}[${key}]`, inner, pair))
  return [pair(name, textOf(value))]
}

/** The value in the place of `{name}` in a path. */
export const pathPart = (shape: Shape, value: Schema.Json): string => {
  const { name, style, explode } = shape
  const encode = percentEncoded
  const items = isJsonArray(value)
    ? value.map((item) => encode(textOf(item)))
    : isJsonObject(value)
      ? pairsOf(value).flatMap(([key, inner]) => (explode ? [`${encode(key)}=${encode(textOf(inner))}`] : [encode(key), encode(textOf(inner))]))
      : [encode(textOf(value))]
  switch (style) {
    case "label":
      return `.${items.join(explode ? "." : ",")}`
    case "matrix":
      if (!explode) return `;${encode(name)}=${items.join(",")}`
      return items.map((item) => (isJsonObject(value) ? `;${item}` : `;${encode(name)}=${item}`)).join("")
    default:
      return items.join(",")
  }
}

/** The value of a header: not encoded, since headers are not. */
export const headerValue = ({ explode }: Pick<Shape, "explode">, value: Schema.Json): string => {
  if (isJsonArray(value)) return value.map(textOf).join(",")
  return isJsonObject(value)
    ? pairsOf(value)
        .flatMap(([key, inner]) => (explode ? [`${key}=${textOf(inner)}`] : [key, textOf(inner)]))
        .join(",")
    : textOf(value)
}
