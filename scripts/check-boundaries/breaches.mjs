import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { filesUnder } from '../workspace.mjs';
import { cycles } from './cycles.mjs';
import { nounCycles, readRules, routeRead } from './data.mjs';
import { place } from './place.mjs';
import { bothFileAndFolder, importRules, namingRules, nodeRules, nounRule } from './rules.mjs';

const sources = ['packages/contract/src', 'server/src', 'server/seed', 'web/src'];

/** What breaks the rules in the checkout at `root`: of each `file:line` and the reason. */
export function breachesIn(root) {
  const files = sources
    .flatMap((dir) => filesUnder(resolve(root, dir)))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => read(root, relative(root, file)));
  const order = productOrder(files.find(({ path }) => path === 'server/src/product.ts'));

  const breaches = [];
  const reads = [];
  for (const file of files) {
    const at = place(file.path);
    for (const reason of namingRules(at)) breaches.push(`${file.path}:1 ${reason}`);
    for (const [index, line] of file.lines.entries()) {
      const reason = nounRule(at, line);
      if (reason) breaches.push(`${file.path}:${index + 1} ${reason}`);
    }
    for (const imported of file.imports) {
      const reason = importRules(
        at,
        imported,
        imported.path === null ? null : place(imported.path),
        order.map(({ folder }) => folder),
      );
      if (reason) breaches.push(`${file.path}:${imported.line} ${reason}`);
    }
    walk(file.program, (node) => {
      const reason = nodeRules(at, node);
      if (reason) breaches.push(`${file.path}:${file.lineAt(node.start)} ${reason}`);
    });
    walkValues(file.program, (node) => {
      const route = routeRead(at, node);
      if (route) reads.push({ route, path: file.path, line: file.lineAt(node.start) });
    });
  }
  for (const { domain, folder } of order) {
    if (!folder.startsWith(`${domain}/`)) breaches.push(`server/src/product.ts:1 ${folder} is listed in the domain ${domain}`);
  }
  for (const [path, reason] of bothFileAndFolder(files.map(({ path }) => path))) breaches.push(`${path}:1 ${reason}`);
  for (const [where, reason] of readRules(reads)) breaches.push(`${where} ${reason}`);
  for (const [noun, ...way] of nounCycles(files)) breaches.push(`${noun}:1 a noun of data imports itself by way of ${way.join(', ')}`);
  for (const cycle of cycles(files)) breaches.push(`${cycle[0]}:1 imports itself by way of ${cycle.slice(1).join(', ')}`);
  return breaches;
}

function read(root, path) {
  const source = readFileSync(resolve(root, path), 'utf8');
  const { program, module, errors } = parseSync(path, source);
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset) => source.slice(0, offset).split('\n').length;
  const asImport = (specifier, start, typeOnly) => ({
    specifier,
    typeOnly,
    line: lineAt(start),
    path: specifier.startsWith('.') ? relative(root, resolve(root, dirname(path), specifier)) : null,
  });
  const imports = [
    ...module.staticImports.map(({ moduleRequest, start, entries }) =>
      asImport(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.filter((entry) => entry.moduleRequest).map((entry) => asImport(entry.moduleRequest.value, start, entry.isType)),
    ),
    ...module.dynamicImports.map(({ moduleRequest, start }) =>
      asImport(source.slice(moduleRequest.start + 1, moduleRequest.end - 1), start, false),
    ),
  ];
  return { path, program, imports, lineAt, lines: source.split('\n') };
}

/** The features in product.ts, in order, each as `domain/feature`. */
function productOrder(product) {
  const names = [];
  const folderOf = new Map();
  if (!product) return names;
  walk(product.program, (node) => {
    if (node.type === 'ImportDeclaration') {
      const folder = /^\.\/features\/([^/]+\/[^/]+)\/feature\.ts$/.exec(node.source.value)?.[1];
      if (folder) for (const { local } of node.specifiers) folderOf.set(local.name, folder);
    }
    if (node.type === 'VariableDeclarator' && node.id.name === 'domains') {
      let table = node.init;
      while (table.expression) table = table.expression;
      for (const { key, value } of table.properties) {
        for (const element of value.elements) names.push({ domain: key.name, folder: folderOf.get(element.name) ?? element.name });
      }
    }
  });
  return names;
}

/** As `walk`, without types. */
function walkValues(node, visit) {
  if (Array.isArray(node)) {
    for (const each of node) walkValues(each, visit);
  } else if (node && typeof node === 'object' && !/^TS(Type|Literal)/.test(node.type ?? '')) {
    if (typeof node.type === 'string') visit(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walkValues(value, visit);
  }
}

function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
  } else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit);
  }
}
