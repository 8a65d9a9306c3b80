// Preloaded into an app with the coordinates of a fake server in WA_FAKE (see `environmentFor`): the app needs no hook of its own.
import { type Coordinates, trust } from './trust.ts';

if (process.env.WA_FAKE) trust(JSON.parse(process.env.WA_FAKE) as Coordinates);
