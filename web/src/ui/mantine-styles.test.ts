import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../..');
const sheets = join(web, '../node_modules/@mantine/core/styles');
/** They look right without their own: links have our style, and a form that is locked brings one. */
const bare = ['Anchor', 'Fieldset'];

test('every part of Mantine that is used has its style sheet', () => {
  const used = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(join(web, 'src', file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  expect(used).toContain('Button');
  const config = readFileSync(join(web, 'vite.config.ts'), 'utf8');
  const styled = `${readFileSync(join(web, 'src/ui/mantine.css'), 'utf8')}${config}`;
  const missing = [...new Set(used)].filter(
    (name) =>
      existsSync(join(sheets, `${name}.layer.css`)) &&
      !bare.includes(name) &&
      !styled.includes(`/${name}.layer.css`) &&
      !new RegExp(`^  ${name}: \\[`, 'm').test(config),
  );
  expect(missing).toEqual([]);
});
