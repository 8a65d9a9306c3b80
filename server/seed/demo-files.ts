// Files for the demo company, drawn and computed on the spot: pictures, sounds and papers.
import sharp from 'sharp';
import type { Media } from '../src/gateways/files/media.ts';

const pictures = {
  sofa: { colour: '#c8b79a', back: '#ece6dc', shape: 'sofa' },
  'sofa-close': { colour: '#b9a688', back: '#c8b79a', shape: 'seam' },
  armchair: { colour: '#6b7f5a', back: '#eef0ea', shape: 'armchair' },
  wardrobe: { colour: '#8a6a4f', back: '#f1ece6', shape: 'wardrobe' },
  shelf: { colour: '#a9805a', back: '#f4f1ec', shape: 'shelf' },
  table: { colour: '#9c6b42', back: '#f3eee8', shape: 'table' },
  chair: { colour: '#5b4636', back: '#e9e6e2', shape: 'chair' },
  headboard: { colour: '#4b5057', back: '#e8eaed', shape: 'headboard' },
} as const;
const papers = {
  quote: { name: 'Orcamento Vertice Moveis.pdf', lines: ['Vertice Moveis', 'Orcamento', 'Validade: 15 dias'] },
  invoice: { name: 'NF-e 018.442 Lume.pdf', lines: ['Vertice Moveis', 'Nota 018.442', 'Sofa Lume, tecido areia'] },
  manual: { name: 'Manual de limpeza.pdf', lines: ['Vertice Moveis', 'Cuidados com os tecidos', 'Pano umido e sabao neutro'] },
  plan: { name: 'Planta-baixa bloco B.pdf', lines: ['Planta baixa', 'Sala 4,20 x 5,10', 'Nicho 2,12'] },
  receipt: { name: 'Comprovante PIX.pdf', lines: ['Comprovante', 'PIX', 'R$ 1.480,00'] },
} as const;
const sounds = { 'voice-short': 4, 'voice-long': 11 } as const;

export type DemoFile = keyof typeof pictures | keyof typeof papers | keyof typeof sounds;
export type Made = { filename: string; mime: string; bytes: Uint8Array };

/** Pictures as JPEG, papers as PDF, sounds as voice notes of somebody humming. */
export async function makeFile(what: DemoFile, media: Media): Promise<Made> {
  if (what in pictures) {
    const { colour, back, shape } = pictures[what as keyof typeof pictures];
    const drawn = sharp(drawing(colour, back, shape), { raw: { width, height, channels: 3 } }).resize(1200);
    return { filename: `${what}.jpg`, mime: 'image/jpeg', bytes: await drawn.jpeg({ quality: 82 }).toBuffer() };
  }
  if (what in papers) {
    const { name, lines } = papers[what as keyof typeof papers];
    return { filename: name, mime: 'application/pdf', bytes: paper(lines) };
  }
  const wav = humming(sounds[what as keyof typeof sounds]);
  const voice = await media.toVoiceNote(wav);
  return voice.ok
    ? { filename: `${what}.ogg`, mime: 'audio/ogg', bytes: voice.value }
    : { filename: `${what}.wav`, mime: 'audio/wav', bytes: wav };
}

type Shape = (typeof pictures)[keyof typeof pictures]['shape'];
/** Left, top, width, height, rounding of the corners, opacity. */
type Box = readonly [number, number, number, number, number, number];

// Half the size of the finished picture, in whose pixels the boxes are given.
const width = 600;
const height = 400;
const legs = (...xs: number[]): Box[] => xs.map((x) => [x, 560, 22, 110, 6, 0.75]);
const shapes: Record<Shape, Box[]> = {
  sofa: [
    [150, 300, 900, 190, 60, 1],
    [110, 380, 150, 210, 50, 0.9],
    [940, 380, 150, 210, 50, 0.9],
    [230, 440, 740, 150, 30, 0.8],
    ...legs(190, 990),
  ],
  seam: [
    ...Array.from({ length: 25 }, (_, i): Box => [i * 48, 0, 44, 800, 4, 0.75 + (i % 3) / 10]),
    [470, 300, 200, 14, 7, 0],
    [520, 330, 18, 180, 9, 0],
  ],
  armchair: [
    [380, 220, 440, 330, 90, 1],
    [320, 380, 120, 210, 50, 0.85],
    [760, 380, 120, 210, 50, 0.85],
    [420, 450, 360, 130, 30, 0.75],
    ...legs(400, 780),
  ],
  wardrobe: [
    [330, 80, 540, 620, 8, 1],
    [350, 100, 245, 580, 4, 0.8],
    [612, 88, 245, 592, 4, 0.8],
  ],
  shelf: [
    [300, 90, 26, 620, 4, 1],
    [874, 90, 26, 620, 4, 1],
    ...[90, 240, 390, 540, 690].map((y): Box => [300, y, 600, 22, 4, 1]),
    [360, 160, 80, 80, 4, 0.5],
    [640, 300, 120, 90, 8, 0.5],
  ],
  table: [
    [120, 330, 430, 40, 10, 1],
    [650, 330, 430, 40, 10, 0.7],
    ...[150, 500].map((x): Box => [x, 370, 26, 290, 6, 1]),
    ...[680, 1030].map((x): Box => [x, 370, 26, 290, 6, 0.7]),
  ],
  chair: [
    [450, 130, 300, 300, 40, 0.9],
    [420, 420, 360, 60, 20, 1],
    [430, 480, 26, 220, 6, 1],
    [744, 480, 26, 200, 6, 1],
  ],
  headboard: [
    ...[0, 1, 2, 3, 4, 5].map((i): Box => [180 + i * 142, 180, 134, 330, 26, 0.85 + (i % 2) / 10]),
    [150, 500, 900, 140, 26, 0.45],
  ],
};

/** RGB pixels: a wall, a floor, and a piece of furniture made of boxes. */
function drawing(colour: string, back: string, shape: Shape): Buffer {
  const [ink, wall] = [rgb(colour), rgb(back)];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const light = y > 320 ? 0.92 : 1 - y / 6_000;
    for (let x = 0; x < width; x++) for (let c = 0; c < 3; c++) pixels[(y * width + x) * 3 + c] = (wall[c] ?? 0) * light;
  }
  for (const box of shapes[shape]) {
    const [left = 0, top = 0, boxWidth = 0, boxHeight = 0, round = 0] = box.slice(0, 5).map((length) => Math.round(length / 2));
    const opacity = box[5];
    for (let y = top; y < top + boxHeight; y++) {
      for (let x = left; x < left + boxWidth; x++) {
        const [dx, dy] = [outside(x - left, boxWidth, round), outside(y - top, boxHeight, round)];
        if (dx * dx + dy * dy > round * round) continue;
        const shade = opacity === 0 ? 0.55 : 1.05 - (0.2 * (y - top)) / boxHeight;
        const cover = opacity || 1;
        for (let c = 0; c < 3; c++) {
          const at = (y * width + x) * 3 + c;
          pixels[at] = Math.min(255, (ink[c] ?? 0) * shade * cover + (pixels[at] ?? 0) * (1 - cover));
        }
      }
    }
  }
  return pixels;
}

/** How far a position lies in the zone of a rounded corner. */
function outside(position: number, length: number, round: number): number {
  return Math.max(0, round - position, position - (length - 1 - round));
}

function rgb(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

/** PDF 1.4 with one page of text. ISO 32000-1, 7.5: header, objects, cross-reference table, trailer. */
function paper(lines: readonly string[]): Uint8Array {
  const text = lines
    .map((line, i) => `BT /F1 ${i === 0 ? 22 : 13} Tf 60 ${760 - i * 34} Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`)
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}

/** 16 kHz, 16 bits, mono: a low voice in syllables with pauses, so that the waveform has a shape. */
function humming(seconds: number): Uint8Array {
  const rate = 16_000;
  const samples = seconds * rate;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples * 2, 40);
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / rate;
    phase += (2 * Math.PI * (135 + 25 * Math.sin(t * 2.1) + 12 * Math.sin(t * 7))) / rate;
    const syllable = Math.max(0, Math.sin(t * 13)) ** 0.7;
    const breath = Math.sin(t * 1.7 + 0.4) > -0.6 ? 0.55 + 0.35 * Math.sin(t * 3.3) : 0;
    const voice = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase);
    wav.writeInt16LE(Math.round(9_000 * voice * syllable * breath), 44 + i * 2);
  }
  return wav;
}
