/** `npm run db:reset`: empties the built-in database of DATA_DIR and migrates it. The next start is a first start. */
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';

if (process.env.DATABASE_URL) {
  console.error('DATABASE_URL names a database of your own: empty that one with its own tools.');
  process.exit(1);
}
const database = await startEmbeddedDatabase({ dataDir: process.env.DATA_DIR ?? './data', log: console.log });
try {
  await database.reset();
  const { applied } = await migrate(database.url);
  console.log(`The database is empty; ${applied.length} migrations applied.`);
} finally {
  await database.stop();
}
