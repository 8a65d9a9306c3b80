// The same request in four languages, as one would write it by hand.
export const exampleLanguages = ['curl', 'JavaScript', 'PHP', 'Python'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

export type ExampleOf = { url: string; token: string; number: string; body: string };

/** Sends a text. */
export function textExample(language: ExampleLanguage, { url, token, number, body }: ExampleOf): string {
  const json = JSON.stringify({ number, body });
  const examples: Record<ExampleLanguage, string> = {
    curl: `curl -X POST ${shell(url)} \\
  -H ${shell(`Authorization: Bearer ${token}`)} \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: pedido-1001' \\
  -d ${shell(json)}`,
    JavaScript: `const answer = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: {
    Authorization: ${JSON.stringify(`Bearer ${token}`)},
    'Content-Type': 'application/json',
    'Idempotency-Key': 'pedido-1001',
  },
  body: JSON.stringify(${json}),
});
const { id, ticketId, state } = await answer.json();`,
    PHP: `<?php
$curl = curl_init(${php(url)});
curl_setopt_array($curl, [
  CURLOPT_POST => true,
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [
    ${php(`Authorization: Bearer ${token}`)},
    'Content-Type: application/json',
    'Idempotency-Key: pedido-1001',
  ],
  CURLOPT_POSTFIELDS => json_encode(['number' => ${php(number)}, 'body' => ${php(body)}]),
]);
$answer = json_decode(curl_exec($curl), true);`,
    Python: `import requests

answer = requests.post(
    ${JSON.stringify(url)},
    headers={"Authorization": ${JSON.stringify(`Bearer ${token}`)}, "Idempotency-Key": "pedido-1001"},
    json=${json},
    timeout=30,
)
print(answer.status_code, answer.json())`,
  };
  return examples[language];
}

/** Sends a file with its caption. */
export function fileExample(language: ExampleLanguage, { url, token, number, body }: ExampleOf): string {
  const examples: Record<ExampleLanguage, string> = {
    curl: `curl -X POST ${shell(url)} \\
  -H ${shell(`Authorization: Bearer ${token}`)} \\
  -F ${shell(`number=${number}`)} \\
  -F ${shell(`body=${body}`)} \\
  -F 'medias=@foto.jpg'`,
    JavaScript: `const form = new FormData();
form.set('number', ${JSON.stringify(number)});
form.set('body', ${JSON.stringify(body)});
form.append('medias', file); // <input type="file">, Blob
const answer = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { Authorization: ${JSON.stringify(`Bearer ${token}`)} },
  body: form,
});
const { id, ticketId, state } = await answer.json();`,
    PHP: `<?php
$curl = curl_init(${php(url)});
curl_setopt_array($curl, [
  CURLOPT_POST => true,
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [${php(`Authorization: Bearer ${token}`)}],
  CURLOPT_POSTFIELDS => [
    'number' => ${php(number)},
    'body' => ${php(body)},
    'medias' => new CURLFile('foto.jpg'),
  ],
]);
$answer = json_decode(curl_exec($curl), true);`,
    Python: `import requests

with open("foto.jpg", "rb") as photo:
    answer = requests.post(
        ${JSON.stringify(url)},
        headers={"Authorization": ${JSON.stringify(`Bearer ${token}`)}},
        data={"number": ${JSON.stringify(number)}, "body": ${JSON.stringify(body)}},
        files={"medias": photo},
        timeout=60,
    )
print(answer.status_code, answer.json())`,
  };
  return examples[language];
}

function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function php(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
