/** What a person chose; `system` follows the machine. Remembered in a cookie, so that the server already renders it. */
export type Theme = "light" | "dark" | "system"

export const themeCookie = "signalbox_theme"
/** In the storage of the browser: whether a person wants to be told of new questions. */
export const noticesKey = "signalbox:notify"
export const zoneCookie = "signalbox_zone"

export const themeOf = (cookie: string | undefined): Theme => (cookie === "light" || cookie === "dark" ? cookie : "system")

/**
 * Runs before the first paint: resolves `system`, tells the server the zone for the next page, notes whether this browser may
 * still be asked for notifications, and hands the nonce to the libraries that add style elements.
 */
export const beforePaint = (nonce: string): string =>
  `(function(d,m){var r=d.documentElement;function s(){if(!r.dataset.chosen)r.dataset.theme=m.matches?"dark":"light"}s();m.addEventListener("change",s);` +
  `try{d.cookie="${zoneCookie}="+encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)+";path=/;max-age=31536000;samesite=lax"}catch(e){}` +
  `try{if(!navigator.locks||Notification.permission=="denied"||Notification.permission=="granted"&&localStorage["${noticesKey}"]=="on")r.dataset.notices="none"}catch(e){r.dataset.notices="none"}` +
  `window.__webpack_nonce__=${JSON.stringify(nonce)}})(document,matchMedia("(prefers-color-scheme: dark)"))`
