import type { HostUse } from "@/server/domain/host-entry"

/** What a host is allowed for. */
export const useWords: Readonly<Record<HostUse, string>> = {
  private: "It is private: sources, webhooks and programs may reach it all the same",
  fetch: "Programs may call it with http.fetch"
}

/** In a list, beside the host. */
export const shortUseWords: Readonly<Record<HostUse, string>> = { private: "reached although private", fetch: "http.fetch" }
