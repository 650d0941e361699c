import { cp, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from '@typescript/typescript6';
import { typePrinter } from './print-type.ts';

// Makes generated/, from which the package is built: src/ with every type of service.ts written out, so that what is
// published names neither the packages of the server nor zod. TypeScript's own declarations would name all of them.

const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const source = `${packageFolder}src/service.ts`;
const { config } = ts.readConfigFile(`${packageFolder}tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, packageFolder);
const program = ts.createProgram([source], options);
const checker = program.getTypeChecker();

const file = program.getSourceFile(source);
const module = file && checker.getSymbolAtLocation(file);
if (!module) throw new Error(`${source} exports nothing.`);
const exported = checker.getExportsOfModule(module).map((symbol) => {
  const aliased = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return { name: symbol.name, type: checker.getDeclaredTypeOfSymbol(aliased) };
});

/** Written from their parts below. */
const derived = new Set(['AppRouter', 'Inputs', 'Outputs']);
const named = exported.filter(({ name }) => !derived.has(name));

// The same type may come with its members in another order.
const { print: canonical } = typePrinter(
  checker,
  () => undefined,
  (texts) => texts.toSorted(),
);
const names = new Map(named.map(({ name, type }) => [canonical(type), name]));
const { print, written } = typePrinter(checker, (type) => names.get(canonical(type)));

const declarations = named.map(({ name, type }) => `export type ${name} = ${written(type)};`);

const typeOf = (name: string): ts.Type => {
  const found = exported.find((one) => one.name === name);
  if (!found) throw new Error(`${source} does not export ${name}.`);
  return found.type;
};
const fieldOf = (type: ts.Type, ...path: readonly string[]): ts.Type =>
  path.reduce((owner, name) => {
    const symbol = checker.getPropertyOfType(owner, name);
    if (!symbol) throw new Error(`${checker.typeToString(owner)} has no ${name}.`);
    return checker.getTypeOfSymbol(symbol);
  }, type);

const kinds: Readonly<Record<string, string>> = {
  '"query"': 'Query',
  '"mutation"': 'Mutation',
  '"subscription"': 'Subscription',
};

/** A procedure as the client sees it: its kind, input, output. */
function procedure(path: readonly string[]): string {
  const kind = checker.typeToString(fieldOf(typeOf('AppRouter'), ...path, '_def', 'type'));
  const [input, output] = ['Inputs', 'Outputs'].map((name) => print(fieldOf(typeOf(name), ...path)));
  return `${kinds[kind] ?? ''}<${input}, ${output}>`;
}

/** What a router holds: procedures, and routers inside it. */
function record(path: readonly string[]): string {
  const lines = checker.getPropertiesOfType(fieldOf(typeOf('Inputs'), ...path)).map(({ name }) => {
    const inner = [...path, name];
    const isProcedure =
      checker.getPropertyOfType(fieldOf(typeOf('AppRouter'), ...inner), '_def') !== undefined;
    return `${name}: ${isProcedure ? procedure(inner) : record(inner)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

const errorShape = print(fieldOf(typeOf('AppRouter'), '_def', '_config', '$types', 'errorShape'));

const text = `import type {
  inferRouterInputs,
  inferRouterOutputs,
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';

${declarations.join('\n\n')}

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>;
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>;
type Subscription<Input, Output> = TRPCSubscriptionProcedure<{ input: Input; output: Output; meta: unknown }>;

type Types = { ctx: object; meta: object; errorShape: ${errorShape}; transformer: false };

/** All procedures, for libraries that want the type of the router. */
export type AppRouter = TRPCBuiltRouter<Types, ${record([])}>;
/** What each procedure takes: \`Inputs['bills']['create']\`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** What each procedure answers: \`Outputs['bills']['list']\`. */
export type Outputs = inferRouterOutputs<AppRouter>;
`;

await rm(`${packageFolder}generated`, { recursive: true, force: true });
await cp(`${packageFolder}src`, `${packageFolder}generated`, { recursive: true });
await writeFile(`${packageFolder}generated/service.ts`, text);
