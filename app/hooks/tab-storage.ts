/*
 * What a tab remembers for the person in front of it. A store that is full, forbidden or holds something else costs that memory,
 * and nothing else: nothing here throws.
 */

export const recallText = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export const recallJson = (key: string): unknown => {
  try {
    return JSON.parse(recallText(key) ?? "null")
  } catch {
    return null
  }
}

export const remember = (key: string, text: string): void => {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // See above.
  }
}

export const forget = (key: string): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // See above.
  }
}
