import ts from '@typescript/typescript6';

/** A type's text, or undefined to have it written out. */
export type NameOf = (type: ts.Type) => string | undefined;

const keywords = [
  [ts.TypeFlags.String, 'string'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.Boolean, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
  [ts.TypeFlags.Void, 'void'],
  [ts.TypeFlags.Unknown, 'unknown'],
  [ts.TypeFlags.Never, 'never'],
] as const;

/** How members of objects and unions are put in order. */
export type Order = (texts: readonly string[]) => readonly string[];

/**
 * Writes types out of what TypeScript itself knows: keywords, literals, unions, arrays, tuples, plain objects and iterables.
 * @throws for any other kind, which would need a name that the reader does not have
 */
export function typePrinter(checker: ts.TypeChecker, nameOf: NameOf, inOrder: Order = (texts) => texts) {
  const inParentheses = (text: string) =>
    text.includes(' | ') || text.startsWith('readonly ') ? `(${text})` : text;

  function union(types: readonly ts.Type[]): string {
    const isBoolean = types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const others = isBoolean ? types.filter(({ flags }) => !(flags & ts.TypeFlags.BooleanLiteral)) : types;
    const texts = [...others.map(print), ...(isBoolean ? ['boolean'] : [])];
    // TypeScript keeps null first, and people write it last.
    const isNothing = (text: string) => text === 'null' || text === 'undefined';
    return [...inOrder(texts.filter((text) => !isNothing(text))), ...texts.filter(isNothing)].join(' | ');
  }

  function property(symbol: ts.Symbol): string {
    const type = checker.getTypeOfSymbol(symbol);
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    const isReadonly = isDeclaredReadonly(symbol);
    const name = /^[A-Za-z_$][\w$]*$/.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name);
    const texts = isOptional ? [withoutUndefined(type), 'undefined'] : [print(type)];
    return `${isReadonly ? 'readonly ' : ''}${name}${isOptional ? '?' : ''}: ${[...new Set(texts)].join(' | ')};`;
  }

  function withoutUndefined(type: ts.Type): string {
    if (!type.isUnion()) return print(type);
    const defined = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const [only] = defined;
    if (defined.length === 1 && only) return print(only);
    // It takes null away too.
    const isNullable = defined.some(({ flags }) => flags & ts.TypeFlags.Null);
    return (isNullable ? undefined : nameOf(checker.getNonNullableType(type))) ?? union(defined);
  }

  function list(type: ts.TypeReference): string {
    const { target } = type as ts.TupleTypeReference;
    const texts = checker.getTypeArguments(type).map(print);
    if (checker.isTupleType(type)) return `${target.readonly ? 'readonly ' : ''}[${texts.join(', ')}]`;
    const isReadonly = type.symbol.name === 'ReadonlyArray';
    return `${isReadonly ? 'readonly ' : ''}${inParentheses(texts[0] ?? '')}[]`;
  }

  function object(type: ts.Type): string {
    if (type.getCallSignatures().length + type.getConstructSignatures().length > 0)
      throw new Error(`Functions cannot be written out: ${checker.typeToString(type)}`);
    const indexes = checker.getIndexInfosOfType(type);
    const properties = checker.getPropertiesOfType(type).map(property);
    const [index] = indexes;
    // Not { [key: string]: … }, whose keys are numbers too: tRPC tells them apart.
    if (index && indexes.length === 1 && properties.length === 0)
      return `Record<${print(index.keyType)}, ${print(index.type)}>`;
    if (index) throw new Error(`Not only an index: ${checker.typeToString(type)}`);
    return properties.length === 0 ? 'object' : `{\n${inOrder(properties).join('\n')}\n}`;
  }

  function written(type: ts.Type): string {
    if (type.symbol?.name === 'FormData') return 'FormData';
    const keyword = keywords.find(([flag]) => type.flags & flag)?.[1];
    if (keyword) return keyword;
    if (type.isStringLiteral() || type.isNumberLiteral()) return JSON.stringify(type.value);
    if (type.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type);
    if (type.isUnion()) return union(type.types);
    if (checker.isArrayType(type) || checker.isTupleType(type)) return list(type as ts.TypeReference);
    if (type.symbol?.name === 'AsyncIterable')
      return `AsyncIterable<${checker
        .getTypeArguments(type as ts.TypeReference)
        .map(print)
        .join(', ')}>`;
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return object(type);
    throw new Error(`This kind of type cannot be written out: ${checker.typeToString(type)}`);
  }

  const print = (type: ts.Type): string => nameOf(type) ?? written(type);
  return { print, written };
}

const isDeclaredReadonly = (symbol: ts.Symbol) =>
  (symbol.declarations ?? []).some(
    (declaration) => ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly,
  );
