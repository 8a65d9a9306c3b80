// What the server processes of tests run: the server as it is, which believes the fake WhatsApp that WA_FAKE names, if any.
import './fake-whatsapp/preload.ts';
import '../src/main.ts';
