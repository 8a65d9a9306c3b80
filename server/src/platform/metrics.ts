import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics that Prometheus scrapes. */
export function createMetrics() {
  const registry = new Registry();
  // The delay of the event loop is measured by a timer, and its values hold the timer's own time. At the 10 ms that are usual it takes 0.4 % of a
  // core, more than all else that an idle process does.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  const registers = [registry];
  return {
    registry,
    http: new Histogram({
      name: 'balcao_http_request_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    jobs: new Histogram({
      name: 'balcao_job_seconds',
      help: 'Duration of background jobs',
      labelNames: ['job', 'outcome'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    sockets: new Gauge({ name: 'balcao_sockets', help: 'Connected browsers', registers }),
    events: new Counter({ name: 'balcao_socket_events_total', help: 'Realtime events sent', labelNames: ['event'], registers }),
  };
}
