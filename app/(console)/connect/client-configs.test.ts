import { describe, expect, it } from "vitest"
import { chosenConfig, clientConfigs, tokenVariable } from "./client-configs"

const configs = clientConfigs("https://signalbox.example")

describe("what a client is told of this server", () => {
  it("names this server's own address, whatever the client", () => {
    for (const { name, snippet } of configs) expect(snippet, name).toContain("https://signalbox.example/api/mcp")
  })

  it("has a place for the token and never asks for it in the address", () => {
    for (const { name, snippet } of configs) {
      expect(snippet, name).toMatch(new RegExp(`${tokenVariable}|YOUR_TOKEN|input:signalbox-token`))
      expect(snippet, name).not.toMatch(/[?&](token|key)=/)
    }
  })

  it("is JSON where it goes into a JSON file", () => {
    for (const { where, snippet } of configs.filter(({ where: file }) => /json/.test(file))) {
      expect(() => JSON.parse(snippet), where).not.toThrow()
    }
  })

  it("lets a bridge speak to a server without TLS only where the server has none", () => {
    const desktop = (url: string) => chosenConfig(clientConfigs(url), "claude-desktop")?.snippet
    expect(desktop("http://localhost:3000")).toContain("--allow-http")
    expect(desktop("https://signalbox.example")).not.toContain("--allow-http")
  })

  it("needs no token where the client signs its person in, and offers that only where nobody else can listen", () => {
    const signedIn = configs.flatMap(({ name, signIn }) => (signIn === null ? [] : [{ name, ...signIn }]))
    expect(signedIn.map(({ name }) => name)).toEqual(["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex", "Others"])
    for (const { name, where, snippet } of signedIn) {
      expect(snippet, name).toContain("https://signalbox.example/api/mcp")
      expect(snippet, name).not.toMatch(/token|authorization|bearer/i)
      if (/json/.test(where)) expect(() => JSON.parse(snippet), where).not.toThrow()
    }
    for (const { name, signIn } of clientConfigs("http://signalbox.example")) expect(signIn, name).toBeNull()
  })

  it("an address that names none of them shows the first", () => {
    expect(chosenConfig(configs, undefined)?.id).toBe("claude-code")
    expect(chosenConfig(configs, "nonsense")?.id).toBe("claude-code")
    expect(chosenConfig(configs, "codex")?.id).toBe("codex")
    expect(new Set(configs.map(({ id }) => id)).size).toBe(configs.length)
  })
})
