/** One sentence when this Node is not among `engines` of package.json, else null. */
export const nodeFault = (version) => {
  const [major, minor] = version.split(".").map(Number)
  const supported = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22
  if (supported) return null
  return `Signalbox needs Node 20.19 or a later 20, or 22.12 and later. This is Node ${version}: install another one (https://nodejs.org) and start again.`
}
