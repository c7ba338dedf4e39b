import { ButtonLink } from "@/app/ui/button-link"
import { redirectWords } from "@/app/ui/redirect-words"
import { Tag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import { spelledOut } from "@/server/domain/hidden-characters"
import type { RouterOutputs } from "@/server/trpc/router"
import { DisconnectClient } from "./disconnect-client"
import { Panel } from "./panel"

type Client = RouterOutputs["clients"]["list"][number]

type Props = {
  readonly clients: ReadonlyArray<Client>
  /** Whose disconnection is to be confirmed; in the address, so that it works before JavaScript has loaded. */
  readonly asked: string | null
  /** The page with this list. */
  readonly path: "/settings/tokens" | "/settings/account"
  readonly about: string
  readonly empty: string
}

/** MCP clients that people signed in to, with what each may do and when it last did. */
export const ClientList = ({ clients, asked, path, about, empty }: Props) => (
  <Panel title="Connected clients" aside={clients.length} about={about}>
    {clients.length === 0 ? (
      <p className="px-4 py-5 text-pretty text-text-muted max-md:px-3">{empty}</p>
    ) : (
      <ul>
        {clients.map((client) => (
          <li key={client.id} className="border-border not-first:border-t">
            <div className="flex min-h-14 items-center gap-3 px-4 py-2.5 max-md:px-3">
              <div className="min-w-0 flex-1">
                <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-emphasis wrap-anywhere">
                    “<VisibleText text={client.name} spaces />”
                  </span>
                  {client.scopes.map((scope) => (
                    <Tag key={scope}>{scope}</Tag>
                  ))}
                </div>
                <div className="mt-0.5 text-xs text-text-muted">
                  for {client.user.name}, connected <TimeStamp at={client.connectedAt} />
                  {client.redirectUri !== null && ` from ${redirectWords(client.redirectUri)}`} ·{" "}
                  {client.lastUsedAt === null ? (
                    "never used"
                  ) : (
                    <>
                      last used <TimeStamp at={client.lastUsedAt} show="ago" /> ago
                    </>
                  )}
                </div>
              </div>
              <ButtonLink
                href={asked === client.id ? path : `${path}?disconnect=${encodeURIComponent(client.id)}`}
                scroll={false}
                replace
                className="max-md:h-11"
                aria-label={`${asked === client.id ? "Keep" : "Disconnect"} ${spelledOut(client.name)}`}
              >
                {asked === client.id ? "Keep" : "Disconnect"}
              </ButtonLink>
            </div>
            {asked === client.id && <DisconnectClient id={client.id} name={spelledOut(client.name)} from={path} />}
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
