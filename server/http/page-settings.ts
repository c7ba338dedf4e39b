import { type PageSettings, readPageSettings } from "../config/config"

/** What the proxy needs to know; it runs before and outside the runtime. */
export const pageSettings = (): PageSettings => readPageSettings()
