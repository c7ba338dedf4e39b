/** Next calls this once per server process, before the first request. */
export const register = async (): Promise<void> => {
  // The edge bundle of this file must not contain the server.
  // allow process-env: Next replaces this name when it bundles
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const [{ boot }, { openFrontDoor }] = await Promise.all([import("./server/runtime/boot"), import("./server/http/front-door")])
    openFrontDoor()
    await boot()
  }
}
