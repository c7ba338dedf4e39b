import type { HostUse } from "@/server/domain/host-entry"

/** What a host is allowed for. */
export const useWords: Readonly<Record<HostUse, string>> = {
  private: "Sources and webhooks, although it is private",
  fetch: "Programs, with http.fetch; a private host needs both"
}

/** In a list, beside the host. */
export const shortUseWords: Readonly<Record<HostUse, string>> = { private: "reached although private", fetch: "called by programs" }
