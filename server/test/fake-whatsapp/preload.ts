// `node --import tsx --import ./preload.ts app.js` with the coordinates of a fake server in WA_FAKE: the app needs no hook of its own.
import { type Coordinates, trust } from './trust.ts';

if (process.env.WA_FAKE) trust(JSON.parse(process.env.WA_FAKE) as Coordinates);
