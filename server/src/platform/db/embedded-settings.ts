// The settings of the built-in PostgreSQL. It shares the machine with at least one process of ours, so it takes a part of the memory.
import { totalmem } from 'node:os';

/** How many connections the built-in server takes. PostgreSQL keeps three of them for the superuser. */
export const builtInConnections = 100;

/** The memory that this process may use: the machine's, or the container's if that is less. */
export function machineMemoryMb(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.floor(bytes / 1_048_576);
}

/** `hasStatements`: the library pg_stat_statements is there. */
export function serverSettings({ memoryMb, hasStatements }: { memoryMb: number; hasStatements: boolean }): Record<string, string> {
  const mb = (share: number, atLeast: number, atMost: number) => `${Math.round(Math.min(atMost, Math.max(atLeast, share)))}MB`;
  return {
    listen_addresses: '127.0.0.1',
    max_connections: String(builtInConnections),
    // A quarter of what our own processes leave. Above 4 GB, the cache of the system does as well.
    shared_buffers: mb((memoryMb - 1_024) / 4, 128, 4_096),
    effective_cache_size: mb(memoryMb / 2, 256, 65_536),
    // For each sort, of which every connection may have some at once.
    work_mem: mb(memoryMb / 512, 4, 32),
    maintenance_work_mem: mb(memoryMb / 32, 64, 512),
    // For each of three workers.
    autovacuum_work_mem: mb(memoryMb / 64, 64, 256),
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Slow statements, without their values: those are what people write.
    log_min_duration_statement: '500ms',
    log_parameter_max_length: '0',
    log_lock_waits: 'on',
    log_line_prefix: '%m [%p] %a ',
    ...(hasStatements ? { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '2000' } : {}),
  };
}
