/**
 * The server's time in a tab: what it said once, and what has passed since. The browser's own clock may be wrong, or be set
 * while the page is open; the steady clock may stand still while the computer sleeps. What has passed is the longer of both.
 */
export const serverTimeFrom = (said: number): (() => number) => {
  const [steady, wall] = [performance.now(), Date.now()]
  return () => said + Math.max(performance.now() - steady, Date.now() - wall)
}
