// Shows what the server tells this browser while nobody looks at the app, and sends what is answered there. It answers one request alone,
// what other apps share with this one, so nothing else ever comes from a cache.
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
    reply: 'Responder',
    replyHint: 'Escreva a resposta',
    replied: 'Resposta enviada: {name}',
    notReplied: 'A resposta não foi enviada: {name}',
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
    reply: 'Reply',
    replyHint: 'Write your reply',
    replied: 'Reply sent: {name}',
    notReplied: 'The reply was not sent: {name}',
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
    reply: 'Responder',
    replyHint: 'Escribe la respuesta',
    replied: 'Respuesta enviada: {name}',
    notReplied: 'La respuesta no se envió: {name}',
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
  var { data } = event.notification;
  event.notification.close();
  var text = event.action === 'reply' && event.reply ? event.reply.trim() : '';
  event.waitUntil(text ? reply(data, text) : open(data.path));
});

self.addEventListener('fetch', function (event) {
  var { request } = event;
  if (request.method === 'POST' && new URL(request.url).pathname === '/share') event.respondWith(takeShared(request));
});

/** As the composer takes them at once, and as large as an upload may be. */
var sharedMax = { files: 20, bytes: 100 * 1024 * 1024, letters: 4000 };

/** Keeps what was shared until a page asks for it, in place of what was kept before. It may be that nobody is signed in yet. */
async function takeShared(request) {
  try {
    var form = await request.formData();
    var files = form.getAll('files').filter((file) => typeof file !== 'string' && file.size > 0);
    var kept = files.filter((file) => file.size <= sharedMax.bytes).slice(0, sharedMax.files);
    var lines = ['title', 'text', 'url'].map((name) => String(form.get(name) || '').trim());
    var text = lines.filter((line, at) => line && lines.indexOf(line) === at).join('\n').slice(0, sharedMax.letters);
    await self.caches.delete('shared');
    var cache = await self.caches.open('shared');
    for (var at = 0; at < kept.length; at += 1) await cache.put('/share/' + at, new Response(kept[at]));
    var told = { text: text, at: Date.now(), left: files.length - kept.length, files: kept.map(({ name, type }) => ({ name, type })) };
    await cache.put('/share/told', new Response(JSON.stringify(told)));
    return Response.redirect('/share', 303);
  } catch (_) {
    // No room on the device, or a form that cannot be read.
    await self.caches.delete('shared');
    return Response.redirect('/share?lost', 303);
  }
}

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
    actions: actionsOf(notice),
    data: { path: notice.path, notice: notice },
  });
}

/** An answer can be written in the notice where the platform has a field for it; elsewhere the button opens the conversation. */
function actionsOf(notice) {
  if (notice.kind !== 'mine' || !notice.ticketId) return [];
  var words = textsOf(notice);
  return [{ action: 'reply', type: 'text', title: words.reply, placeholder: words.replyHint }];
}

/**
 * Sends an answer as the person whose session this browser has. The key is the same for each attempt, so it goes out once. If it cannot be
 * sent, the text is shown in a notice that stays, from which one goes to the conversation or answers again.
 */
async function reply(data, text) {
  var { notice } = data;
  var key = data.key && data.text === text ? data.key : self.crypto.randomUUID();
  var sent = false;
  for (var attempt = 0; attempt < 3 && !sent; attempt += 1) {
    if (attempt > 0) await new Promise((go) => setTimeout(go, 2000));
    sent = await send(notice.ticketId, text, key).catch(() => false);
  }
  var title = textsOf(notice)[sent ? 'replied' : 'notReplied'].replace('{name}', notice.name);
  await self.registration.showNotification(title, {
    body: text,
    tag: notice.tag,
    silent: sent,
    requireInteraction: !sent,
    icon: '/icons/app-192.png',
    badge: '/icons/badge-96.png',
    lang: notice.language,
    actions: sent ? [] : actionsOf(notice),
    data: { path: notice.path, notice: notice, key: key, text: text },
  });
}

async function send(ticketId, text, key) {
  var session = await fetch('/auth/refresh_token', { method: 'POST', credentials: 'same-origin' });
  if (!session.ok) return false;
  var { token } = await session.json();
  var headers = { 'Content-Type': 'application/json', Authorization: 'Bearer ' + token, 'Idempotency-Key': key };
  var answer = await fetch('/messages/' + ticketId, { method: 'POST', headers: headers, body: JSON.stringify({ body: text, quotedMsg: null }) });
  return answer.ok;
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
