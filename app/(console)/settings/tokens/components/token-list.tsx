import { ButtonLink } from "@/app/ui/button-link"
import { Tag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import type { RouterOutputs } from "@/server/trpc/router"
import { Panel } from "../../components/panel"
import { RevokeToken } from "./revoke-token"

type Token = RouterOutputs["tokens"]["list"][number]

/** `asked`: the token whose revocation is to be confirmed; in the address, so that it works before JavaScript has loaded. */
export const TokenList = ({ tokens, asked }: { readonly tokens: ReadonlyArray<Token>; readonly asked: string | null }) => (
  <Panel title="Service tokens" aside={tokens.length}>
    {tokens.length === 0 ? (
      <p className="px-4 py-5 text-pretty text-text-muted max-md:px-3">There is none yet. An agent or a script needs one to submit programs.</p>
    ) : (
      <ul>
        {tokens.map((token) => (
          <li key={token.id} className="border-border not-first:border-t">
            <div className="flex min-h-14 items-center gap-3 px-4 py-2.5 max-md:px-3">
              <div className="min-w-0 flex-1">
                <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-emphasis wrap-anywhere">{token.name}</span>
                  <span className="mono text-text-muted">{token.start}…</span>
                  {token.scopes.map((scope) => (
                    <Tag key={scope}>{scope}</Tag>
                  ))}
                </div>
                <div className="mt-0.5 text-xs text-text-muted">
                  {token.createdBy === null ? "created " : `created by ${token.createdBy.label}, `}
                  <TimeStamp at={token.createdAt} /> ·{" "}
                  {token.lastUsedAt === null ? (
                    "never used"
                  ) : (
                    <>
                      last used <TimeStamp at={token.lastUsedAt} show="ago" /> ago
                    </>
                  )}
                </div>
                {!token.isCreatorAdmin && (
                  <p className="mt-0.5 text-xs text-pretty text-failed-text">
                    {token.createdBy?.label} is no admin of the team any more. Whoever kept the secret can still use it: revoke it, or replace it by your own.
                  </p>
                )}
              </div>
              <ButtonLink
                href={asked === token.id ? "/settings/tokens" : `/settings/tokens?revoke=${encodeURIComponent(token.id)}`}
                scroll={false}
                replace
                className="max-md:h-11"
                aria-label={`${asked === token.id ? "Keep" : "Revoke"} ${token.name}`}
              >
                {asked === token.id ? "Keep" : "Revoke"}
              </ButtonLink>
            </div>
            {asked === token.id && <RevokeToken token={token} />}
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
