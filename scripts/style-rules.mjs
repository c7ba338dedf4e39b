// House rules that Biome has no rule for, on TypeScript's syntax tree. An exception is `// allow <rule>: <reason>` on the line or the one above.
import ts from "typescript"

const core = /^server\/(domain|sandbox|journal|observer|engine)\//
// The worker thread has no Effect runtime: its clock, timers and catches are the boundary itself.
const worker = /^server\/sandbox\/worker\//
const test = /\.(test|spec)\.tsx?$/
const inCore = (path) => core.test(path) && !worker.test(path) && !test.test(path)
const inSource = (path) => /^(server|app)\//.test(path) && !test.test(path)

const calleeOf = (node) => (ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : "")
const isCallTo = (node, names) => ts.isCallExpression(node) && names.test(calleeOf(node))
const isAsync = (node) => ts.isFunctionLike(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)

/** Whether the node is (in) an argument of a call by which Effect takes in a foreign promise or exception. */
const isAtBorder = (node) => {
  for (let at = node; at; at = at.parent) if (isCallTo(at, /^Effect\.(try|tryPromise|promise|callback|async)$/)) return true
  return false
}

const isInEffect = (node) => {
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionExpression(at) && at.asteriskToken && isCallTo(at.parent, /^Effect\.(gen|fn)/)) return true
  return false
}

const builtin =
  /^(Error|TypeError|SyntaxError|RangeError|AggregateError|Date|RegExp|Map|Set|Promise|Array|URL|Blob|File|FormData|Headers|Request|Response|ReadableStream|Element|Node|Event|[A-Z]\w*(Array|Buffer|Element|Event))$/

/** A class of this very file cannot be another bundle's copy. */
const isDeclaredHere = (name, source) => source.statements.some((statement) => ts.isClassDeclaration(statement) && statement.name?.text === name)

const reservedByNext =
  /\/(page|route|layout|default|template|loading|error|not-found|icon|apple-icon|opengraph-image|twitter-image|sitemap|robots|manifest)\.tsx?$/

const runners = /^server\/(http\/(respond|action)|trpc\/call|mcp\/answer|runtime\/[\w-]+)\.ts$/

/** Each rule: where it holds, what it finds, and what to do instead. */
export const rules = {
  clock: {
    where: inCore,
    finds: (node) =>
      isCallTo(node, /^(Date\.now|performance\.now|Date)$/) || (ts.isNewExpression(node) && calleeOf(node) === "Date" && !node.arguments?.length),
    instead: "take the time from Effect's Clock, so that tests can move it"
  },
  random: {
    where: inCore,
    finds: (node) => isCallTo(node, /^(Math\.random|(crypto\.|globalThis\.crypto\.)?(randomUUID|randomBytes|getRandomValues))$/),
    instead: "use Effect's Random or the id service, so that tests can fix it"
  },
  timer: {
    where: inCore,
    finds: (node) => isCallTo(node, /^(globalThis\.)?(setTimeout|setInterval|setImmediate)$/),
    instead: "use Effect.sleep, Effect.timeout or a Schedule: they follow the test clock and end with their fiber"
  },
  "effect-control": {
    where: (path) => path.startsWith("server/") && !worker.test(path) && !test.test(path),
    finds: (node, path) =>
      ((isInEffect(node) && (ts.isTryStatement(node) || ts.isAwaitExpression(node) || isAsync(node))) || (inCore(path) && isAsync(node))) && !isAtBorder(node),
    instead: "no async, await or try inside Effect code: wrap the foreign call where it enters (Effect.try, Effect.tryPromise)"
  },
  instanceof: {
    where: (path) => path.startsWith("server/") && !worker.test(path) && !test.test(path),
    finds: (node) =>
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
      !builtin.test(node.right.getText().replace(/^globalThis\./, "")) &&
      !isDeclaredHere(node.right.getText(), node.getSourceFile()),
    instead: "a class exists once per bundle, so tell our own errors apart by _tag"
  },
  cast: {
    where: inSource,
    finds: (node) => (ts.isAsExpression(node) && node.type.getText() !== "const") || ts.isTypeAssertionExpression?.(node),
    instead: "parse with a Schema, narrow with a guard, or type the source"
  },
  transaction: {
    where: (path) => /^(server|test|scripts)\//.test(path),
    finds: (node) => isCallTo(node, /\.\$transaction$/) && !ts.isArrayLiteralExpression(node.arguments[0] ?? node),
    instead: "give $transaction an array: on SQLite a plain write made meanwhile joins an interactive one and is lost with it"
  },
  "module-state": {
    where: (path) => inSource(path) && !worker.test(path),
    finds: (node) => {
      if (!ts.isVariableStatement(node) || !ts.isSourceFile(node.parent) || node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
        return false
      const changes = !(node.declarationList.flags & ts.NodeFlags.Const)
      const empty = ({ initializer }) =>
        initializer && ts.isNewExpression(initializer) && /^(Weak)?(Map|Set)$/.test(calleeOf(initializer)) && !initializer.arguments?.length
      return changes || node.declarationList.declarations.some(empty)
    },
    instead: "modules are evaluated several times in a process: keep state in a service"
  },
  patience: {
    where: (path) => test.test(path) || path.startsWith("test/"),
    finds: (node) => isCallTo(node, /^vi\.wait(For|Until)$/) && node.arguments.length < 2,
    instead: "the second that it waits by itself says nothing about a busy machine: await what happens, or give it a timeout"
  },
  seed: {
    where: (path) => test.test(path),
    finds: (node) =>
      (ts.isImportDeclaration(node) && node.moduleSpecifier.text === "fast-check") ||
      (isCallTo(node, /\.prop$/) && !/\bseed: propertySeed\b/.test(node.getText())),
    instead: "a property that meets other cases in every run fails by luck: take fc from test/fixtures/properties, or the seed from test/fixtures/property-seed"
  },
  run: {
    where: (path) => inSource(path) && !runners.test(path),
    finds: (node) => isCallTo(node, /\.run(Promise|Sync|Fork|Callback)(Exit)?(With)?$/),
    instead: "effects are run by respond, action, call and answer alone"
  },
  "process-env": {
    where: (path) => (inSource(path) && !path.startsWith("server/config/")) || /^(instrumentation|proxy)\.ts$/.test(path),
    finds: (node) => ts.isPropertyAccessExpression(node) && node.getText() === "process.env",
    instead: "server/config reads the environment, once"
  },
  "initial-data": {
    where: (path) => path.startsWith("app/") && !test.test(path) && path !== "app/hooks/handed-over.ts",
    finds: (node) => ts.isPropertyAssignment(node) && node.name.getText() === "initialData",
    instead: "what was kept from an earlier visit would be shown instead of it: use handedOver"
  },
  "tab-storage": {
    where: (path) => path.startsWith("app/") && !test.test(path) && path !== "app/hooks/tab-storage.ts",
    finds: (node) => ts.isIdentifier(node) && node.text === "sessionStorage",
    instead: "a full or forbidden store throws: use tab-storage"
  },
  "file-name": {
    where: inSource,
    finds: (node, path) => ts.isSourceFile(node) && /(^|\/)(index|utils?|helpers?|types|common|misc)\.tsx?$/.test(path),
    instead: "name the file after the one thing it holds"
  },
  "route-name": {
    where: (path) => /^app\/(ui|hooks)\//.test(path) || /^app\/.*\/components\//.test(path),
    finds: (node, path) => ts.isSourceFile(node) && reservedByNext.test(path),
    instead: "Next makes a route of a file with this name, whatever folder it is in; the production build fails on it"
  }
}

const allowance = /\/\/ allow ([\w-]+): *(.*?)(\s*\*\/\s*\})?$/

/** Every fault of one file, as `{ line, rule, message }`. */
export const styleFaults = (path, text) => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const active = Object.entries(rules).filter(([, { where }]) => where(path))
  const faults = []

  const allowances = text.split("\n").flatMap((content, index) => {
    const [, rule, reason] = allowance.exec(content.trimEnd()) ?? []
    return rule ? [{ line: index + 1, rule, reason, used: false }] : []
  })
  const isAllowed = (rule, line) => {
    const found = allowances.find((allowed) => allowed.rule === rule && (allowed.line === line || allowed.line === line - 1))
    if (found) found.used = true
    return found !== undefined
  }

  const visit = (node) => {
    for (const [rule, { finds, instead }] of active) {
      if (!finds(node, path)) continue
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      const lastLine = source.getLineAndCharacterOfPosition(node.getEnd()).line + 1
      if (!isAllowed(rule, line) && !isAllowed(rule, lastLine)) faults.push({ line, rule, message: instead })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)

  for (const { line, rule, reason, used } of allowances) {
    if (!rules[rule]) faults.push({ line, rule: "allow", message: `there is no rule named ${rule}` })
    else if (reason.length < 8) faults.push({ line, rule: "allow", message: `say why ${rule} may be broken here` })
    else if (!used) faults.push({ line, rule: "allow", message: `nothing here breaks ${rule}: remove the exception` })
  }
  return faults.sort((one, other) => one.line - other.line)
}
