const escaped = /(?:%[0-9a-fA-F]{2})+|%/g

const decodes = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The same address if its path can be decoded, else one in which what cannot be is taken literally: a `%` that means itself. */
export const decodablePath = (address: string): string => {
  const [path = ""] = address.split("?", 1)
  return decodes(path) ? address : path.replace(escaped, (part) => (decodes(part) ? part : part.replaceAll("%", "%25"))) + address.slice(path.length)
}
