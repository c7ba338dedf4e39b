import { offersClientSignIn } from "@/server/domain/authorization-request"

/** A text for a client, and where it goes. */
export interface ClientSnippet {
  /** A file, or what to do with it. */
  readonly where: string
  readonly snippet: string
  /** What a reader should know besides; each is one sentence or two. */
  readonly notes: ReadonlyArray<string>
}

/** How one client is told of this server, with a service token. */
export interface ClientConfig extends ClientSnippet {
  readonly id: string
  readonly name: string
  /** Without a token, where the client signs its person in by itself and this server offers that. */
  readonly signIn: ClientSnippet | null
}

/** Under which name clients keep the token; the secret itself never appears here. */
export const tokenVariable = "SIGNALBOX_TOKEN"

export const endpointOf = (publicUrl: string): string => `${publicUrl}/api/mcp`

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

const inEnvironment = `Set ${tokenVariable} in the environment that the client starts in; the token stays out of the file.`

const desktopFile = "claude_desktop_config.json (Settings → Developer → Edit Config)"

/** The common clients, the one that is most used first. `publicUrl` is the origin that people use. */
export const clientConfigs = (publicUrl: string): ReadonlyArray<ClientConfig> => {
  const url = endpointOf(publicUrl)
  const bridgeFlags = url.startsWith("http:") ? ["--allow-http"] : []
  const signIn = (where: string, snippet: string, ...notes: ReadonlyArray<string>): ClientSnippet | null =>
    offersClientSignIn(publicUrl) ? { where, snippet, notes } : null
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      signIn: signIn(
        "In a terminal, once",
        `claude mcp add --transport http signalbox ${url}`,
        "Then /mcp in a session, and Authenticate. Add --scope user for every project of yours."
      ),
      where: "In a terminal, once",
      snippet: [`claude mcp add --transport http signalbox ${url} \\`, `  --header "Authorization: Bearer $${tokenVariable}"`].join("\n"),
      notes: [`Add --scope user for every project of yours. ${tokenVariable} holds the token when you run this.`]
    },
    {
      id: "claude-desktop",
      name: "Claude Desktop",
      signIn: signIn(
        desktopFile,
        pretty({ mcpServers: { signalbox: { command: "npx", args: ["-y", "mcp-remote", url, ...bridgeFlags] } } }),
        "The bridge mcp-remote needs Node; it opens the browser at the next start of Claude Desktop."
      ),
      where: desktopFile,
      snippet: pretty({
        mcpServers: {
          signalbox: {
            command: "npx",
            args: ["-y", "mcp-remote", url, "--header", "Authorization:${AUTHORIZATION}", ...bridgeFlags],
            env: { AUTHORIZATION: "Bearer YOUR_TOKEN" }
          }
        }
      }),
      notes: ["Claude Desktop reaches servers with a token through mcp-remote, which needs Node. Restart it after the change."]
    },
    {
      id: "cursor",
      name: "Cursor",
      signIn: signIn(
        "~/.cursor/mcp.json, or .cursor/mcp.json in a project",
        pretty({ mcpServers: { signalbox: { url } } }),
        "Then Settings → MCP, and log in beside the server’s name."
      ),
      where: "~/.cursor/mcp.json, or .cursor/mcp.json in a project",
      snippet: pretty({ mcpServers: { signalbox: { url, headers: { Authorization: `Bearer \${env:${tokenVariable}}` } } } }),
      notes: [inEnvironment]
    },
    {
      id: "vs-code",
      name: "VS Code",
      signIn: signIn(
        ".vscode/mcp.json",
        pretty({ servers: { signalbox: { type: "http", url } } }),
        "VS Code asks whether it may sign in when it starts the server."
      ),
      where: ".vscode/mcp.json",
      snippet: pretty({
        inputs: [{ type: "promptString", id: "signalbox-token", description: "Signalbox service token", password: true }],
        servers: { signalbox: { type: "http", url, headers: { Authorization: "Bearer ${input:signalbox-token}" } } }
      }),
      notes: ["VS Code asks for the token once and keeps it. The tools are there in agent mode."]
    },
    {
      id: "codex",
      name: "Codex",
      signIn: signIn(
        "~/.codex/config.toml",
        ["[mcp_servers.signalbox]", `url = "${url}"`, "tool_timeout_sec = 60"].join("\n"),
        "Then in a terminal: codex mcp login signalbox"
      ),
      where: "~/.codex/config.toml",
      snippet: ["[mcp_servers.signalbox]", `url = "${url}"`, `bearer_token_env_var = "${tokenVariable}"`, "tool_timeout_sec = 60"].join("\n"),
      notes: [inEnvironment]
    },
    {
      id: "json",
      name: "Others",
      signIn: signIn(
        "The client's MCP configuration",
        pretty({ mcpServers: { signalbox: { type: "http", url } } }),
        "Clients that follow the authorization part of MCP (2025-03-26 or later) find out the rest by themselves and open the browser."
      ),
      where: "The client's MCP configuration",
      snippet: pretty({ mcpServers: { signalbox: { type: "http", url, headers: { Authorization: "Bearer YOUR_TOKEN" } } } }),
      notes: ["Any client of Streamable HTTP works, of the revisions of 2025 and of 2026-07-28. Let it wait at least 50 seconds for an answer."]
    },
    {
      id: "curl",
      name: "curl",
      signIn: null,
      where: "In a terminal, to see that it answers",
      snippet: [
        `curl -s ${url} \\`,
        `  -H "Authorization: Bearer $${tokenVariable}" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -H "Accept: application/json, text/event-stream" \\`,
        `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`
      ].join("\n"),
      notes: ["There are no sessions: every request stands for itself."]
    }
  ]
}

/** The one that an address names, else the first. */
export const chosenConfig = (configs: ReadonlyArray<ClientConfig>, id: string | undefined): ClientConfig | undefined =>
  configs.find((config) => config.id === id) ?? configs[0]
