/** `npm run dev`: the server restarts and the web app reloads on change. Ends both when one ends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installIfStale, requireNode, root, toolEnv } from './workspace.mjs';

requireNode();
await installIfStale();
const children = [
  spawn('tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], { cwd: root, stdio: 'inherit', env: toolEnv() }),
  spawn('vite', ['--clearScreen', 'false'], { cwd: join(root, 'web'), stdio: 'inherit', env: toolEnv(join(root, 'web')) }),
];
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0;
    for (const other of children) other.kill('SIGTERM');
  });
}
// In a terminal, Ctrl-C reaches the children by itself; a second signal would interrupt their graceful stop.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    for (const child of children) child.kill(signal);
  });
}
