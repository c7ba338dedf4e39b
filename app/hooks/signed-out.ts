/** Whether a page's call failed because nobody is signed in; the page then leads to /sign-in. Told by its code: the class exists once per bundle. */
export const isSignedOut = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && error.code === "UNAUTHORIZED"

export const isNotFound = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && error.code === "NOT_FOUND"
