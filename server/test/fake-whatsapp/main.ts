// The fake server as a process of its own: prints one line, {"admin": url, "coordinates": {…}}, and is driven over HTTP.
import { startControl } from './control.ts';
import { FakeWhatsApp } from './fake-whatsapp.ts';

const fake = await new FakeWhatsApp({ fewPreKeys: true }).start();
const control = await startControl(fake, Number(process.argv[2] ?? 0));
console.log(JSON.stringify({ admin: control.url, coordinates: fake.coordinates }));
