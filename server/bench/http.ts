// The HTTP client of the load: few connections that stay open, nothing parsed except the status.
import { Agent, request } from 'node:http';

export type Http = {
  /** Resolves with the complete body; rejects unless it succeeded. */
  send(
    method: string,
    path: string,
    options?: { token?: string; headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<string>;
  close(): void;
};

export function createHttp(url: string, connections: number): Http {
  const { hostname, port } = new URL(url);
  // The server closes what was long idle, and who asks just then is reset. So the load closes it before, as proxies do.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 60_000 });
  return {
    send(method, path, { token, headers = {}, body } = {}) {
      const all: Record<string, string | number> = { ...headers };
      if (token) all.authorization = `Bearer ${token}`;
      if (body !== undefined) all['content-length'] = Buffer.byteLength(body);
      return new Promise((resolve, reject) => {
        const sent = request({ agent, hostname, port, method, path, headers: all }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            if (response.statusCode === 200) resolve(text);
            else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`));
          });
        });
        sent.once('error', reject);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
