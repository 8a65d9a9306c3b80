// Shows what the server tells this browser while nobody looks at the app. It answers no request, so nothing ever comes from a cache.
var texts = {
  pt: {
    handed: '{by} transferiu uma conversa para você',
    assigned: 'Uma conversa foi atribuída a você',
    mention: '{by} mencionou você em {name}',
    waiting: 'Aguardando: {name}',
    announcement: 'Informativo: {name}',
    test: 'Os avisos chegam neste aparelho',
    image: 'Foto',
    video: 'Vídeo',
    audio: 'Áudio',
    application: 'Documento',
    sticker: 'Figurinha',
    locationMessage: 'Localização',
    vcard: 'Contato',
    call_log: 'Chamada',
    unsupported: 'Mensagem de um tipo não suportado',
  },
  en: {
    handed: '{by} transferred a conversation to you',
    assigned: 'A conversation was assigned to you',
    mention: '{by} mentioned you in {name}',
    waiting: 'Waiting: {name}',
    announcement: 'Announcement: {name}',
    test: 'Notices arrive on this device',
    image: 'Photo',
    video: 'Video',
    audio: 'Audio',
    application: 'Document',
    sticker: 'Sticker',
    locationMessage: 'Location',
    vcard: 'Contact',
    call_log: 'Call',
    unsupported: 'A message of a kind that is not supported',
  },
  es: {
    handed: '{by} te transfirió una conversación',
    assigned: 'Se te asignó una conversación',
    mention: '{by} te mencionó en {name}',
    waiting: 'En espera: {name}',
    announcement: 'Comunicado: {name}',
    test: 'Los avisos llegan a este dispositivo',
    image: 'Foto',
    video: 'Vídeo',
    audio: 'Audio',
    application: 'Documento',
    sticker: 'Sticker',
    locationMessage: 'Ubicación',
    vcard: 'Contacto',
    call_log: 'Llamada',
    unsupported: 'Un mensaje de un tipo no compatible',
  },
};

self.addEventListener('install', function () {
  self.skipWaiting();
});

self.addEventListener('activate', function (event) {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('push', function (event) {
  event.waitUntil(show(event.data.json()));
});

self.addEventListener('notificationclick', function (event) {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

function windowsOfApp() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Nothing is shown to somebody who looks at the app. While it is open behind something else, it rings by itself. */
async function show(notice) {
  var windows = await windowsOfApp();
  if (windows.some((each) => each.visibilityState === 'visible')) return;
  await self.registration.showNotification(titleOf(notice), {
    body: bodyOf(notice),
    tag: notice.tag,
    renotify: true,
    silent: windows.length > 0,
    icon: '/icons/app-192.png',
    badge: '/icons/badge-96.png',
    lang: notice.language,
    data: { path: notice.path },
  });
}

/** Opens a page of the app: in the window that is there, or in a new one. */
async function open(path) {
  var [first] = await windowsOfApp();
  if (!first) return self.clients.openWindow(path);
  first.postMessage({ open: path });
  await first.focus();
}

function titleOf(notice) {
  // A rule has no name.
  var kind = notice.kind === 'handed' && !notice.by ? 'assigned' : notice.kind;
  var sentence = textsOf(notice)[kind];
  return sentence ? sentence.replace(/\{(by|name)\}/g, (_, part) => notice[part] || '') : notice.name;
}

function bodyOf(notice) {
  if (notice.kind === 'test') return '';
  if (notice.kind === 'handed') return notice.name;
  var withoutMarks = (notice.text || '')
    .replace(/\s+/g, ' ')
    .replace(/(^|[\s(])([*_~]|```)(\S(?:.*?\S)?)\2(?=$|[\s.,;:!?)])/g, '$1$3')
    .trim();
  // What these say in the table is no text.
  var said = ['locationMessage', 'vcard', 'call_log'].includes(notice.media) ? '' : withoutMarks;
  return said || textsOf(notice)[notice.media] || '';
}

function textsOf(notice) {
  return texts[notice.language] || texts.pt;
}
