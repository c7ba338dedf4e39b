/** How one client is told of this server. */
export interface ClientConfig {
  readonly id: string
  readonly name: string
  /** Where the snippet goes: a file, or what to do with it. */
  readonly where: string
  readonly snippet: string
  /** What a reader should know besides; each is one sentence or two. */
  readonly notes: ReadonlyArray<string>
}

/** Under which name clients keep the token; the secret itself never appears here. */
export const tokenVariable = "SIGNALBOX_TOKEN"

export const endpointOf = (publicUrl: string): string => `${publicUrl}/api/mcp`

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

const inEnvironment = `Set ${tokenVariable} in the environment that the client starts in; the token stays out of the file.`

/** The common clients, the one that is most used first. `publicUrl` is the origin that people use. */
export const clientConfigs = (publicUrl: string): ReadonlyArray<ClientConfig> => {
  const url = endpointOf(publicUrl)
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      where: "In a terminal, once",
      snippet: [`claude mcp add --transport http signalbox ${url} \\`, `  --header "Authorization: Bearer $${tokenVariable}"`].join("\n"),
      notes: [`Add --scope user for every project of yours. ${tokenVariable} holds the token when you run this.`]
    },
    {
      id: "claude-desktop",
      name: "Claude Desktop",
      where: "claude_desktop_config.json (Settings → Developer → Edit Config)",
      snippet: pretty({
        mcpServers: {
          signalbox: {
            command: "npx",
            args: ["-y", "mcp-remote", url, "--header", "Authorization:${AUTHORIZATION}", ...(url.startsWith("http:") ? ["--allow-http"] : [])],
            env: { AUTHORIZATION: "Bearer YOUR_TOKEN" }
          }
        }
      }),
      notes: ["Claude Desktop reaches servers with a token through mcp-remote, which needs Node. Restart it after the change."]
    },
    {
      id: "cursor",
      name: "Cursor",
      where: "~/.cursor/mcp.json, or .cursor/mcp.json in a project",
      snippet: pretty({ mcpServers: { signalbox: { url, headers: { Authorization: `Bearer \${env:${tokenVariable}}` } } } }),
      notes: [inEnvironment]
    },
    {
      id: "vs-code",
      name: "VS Code",
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
      where: "~/.codex/config.toml",
      snippet: ["[mcp_servers.signalbox]", `url = "${url}"`, `bearer_token_env_var = "${tokenVariable}"`, "tool_timeout_sec = 60"].join("\n"),
      notes: [inEnvironment]
    },
    {
      id: "json",
      name: "Others",
      where: "The client's MCP configuration",
      snippet: pretty({ mcpServers: { signalbox: { type: "http", url, headers: { Authorization: "Bearer YOUR_TOKEN" } } } }),
      notes: ["Any client of Streamable HTTP works, of the revisions of 2025 and of 2026-07-28. Let it wait at least 50 seconds for an answer."]
    },
    {
      id: "curl",
      name: "curl",
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
