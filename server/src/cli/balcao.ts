// `npm run balcao -- …`: what operators do from the machine itself, beside a running server or without one.
import { parseArgs } from 'node:util';
import { ConfigError } from '../env.ts';
import { BadBackup } from '../platform/backup/backup.ts';
import { AppError } from '../platform/errors.ts';
import { BadSecret } from '../platform/secrets.ts';
import { backup, check, createSuper, disableCompany, resetPassword, restore } from './commands.ts';
import { CliError } from './installation.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const commands = {
  'create-super': {
    usage: 'create-super --email ADDRESS [--name NAME] [--password PASSWORD]',
    about: 'Adds an operator. Without --password one is made up and printed.',
    options: { email: text, name: text, password: text },
    run: createSuper,
  },
  'reset-password': {
    usage: 'reset-password --email ADDRESS [--password PASSWORD] [--keep-second-factor]',
    about: 'Sets the password of a user, ends their sessions and switches their second factor off.',
    options: { email: text, password: text, 'keep-second-factor': flag },
    run: resetPassword,
  },
  'disable-company': {
    usage: 'disable-company --company ID [--enable]',
    about: 'Keeps everybody of a company out, or with --enable lets them in again. Nothing is deleted.',
    options: { company: text, enable: flag },
    run: disableCompany,
  },
  backup: {
    usage: 'backup FILE [--with-secret]',
    about: 'Writes everything into one file, while people work. --with-secret: with what decrypts it; then keep the file like a key.',
    options: { 'with-secret': flag },
    run: backup,
  },
  restore: {
    usage: 'restore FILE [--without-secret]',
    about: 'Puts a backup onto an empty installation, with its server stopped. Broken off, it is run again.',
    options: { 'without-secret': flag },
    run: restore,
  },
  check: {
    usage: 'check [FILE]',
    about: 'Looks whether the installation is whole: schema, row-level security, files, failed jobs. With FILE: whether the backup is.',
    options: {},
    run: check,
  },
} as const;

const environment = 'It reads the same environment as the server: DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL, APP_SECRET, S3_….';

function help(name?: string): string {
  const shown = Object.entries(commands).filter(([each]) => name === undefined || each === name);
  return [
    'npm run balcao -- COMMAND',
    '',
    ...shown.flatMap(([, { usage, about }]) => [`  ${usage}`, `      ${about}`, '']),
    environment,
    '',
  ].join('\n');
}

async function main(args: string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(help());
    return name === '' ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : null;
  if (!command) {
    process.stderr.write(`There is no command ${name}.\n\n${help()}`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(help(name));
    return 0;
  }
  const { values, positionals } = parseArgs({ args: rest, options: command.options, allowPositionals: true });
  return command.run(values as Record<string, string | boolean | undefined>, positionals);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const { code } = error as { code?: string };
    const isTold = error instanceof CliError || error instanceof ConfigError || error instanceof BadSecret || error instanceof BadBackup;
    if (error instanceof AppError) process.stderr.write(`${error.code}\n`);
    else if (isTold || code?.startsWith('ERR_PARSE_ARGS')) process.stderr.write(`${(error as Error).message}\n`);
    else if (code === 'ENOENT') process.stderr.write(`${(error as Error).message}\n`);
    else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
