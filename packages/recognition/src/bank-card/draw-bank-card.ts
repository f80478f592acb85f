import sharp from 'sharp'
import type { TestCard, TestPerson } from '@qingzhou/provider-api/test-people'
import { CARD, boat } from '#id-card/card-details.ts'
import { outlineText } from '#id-card/outline-text.ts'

const INK = '#ffffff'
const PALE = '#cfe6e6'
const RADIUS = 36
/** Colours of the front, by the bank's name, so that two cards of a person look different. */
const FRONTS = [
  ['#8c2f2b', '#5f1f25'],
  ['#1f5f7a', '#143f56'],
  ['#2e6b4f', '#1b4636'],
  ['#4a4f86', '#2f335c'],
] as const

/** Draws the front of a fictional savings card, which was never issued. */
export async function drawBankCard({ number, bank }: Pick<TestCard, 'number' | 'bank'>) {
  const { width, height } = CARD
  const drawing = [
    front(bank),
    `<g transform="translate(694 388) scale(1.1)" opacity="0.18">${boat()}</g>`,
    outlineText({ text: bank, x: 72, y: 118, size: 52, colour: INK, weight: 'medium', spacing: 4 }),
    outlineText({ text: '储蓄卡', x: 800, y: 112, size: 36, colour: PALE, spacing: 2 }),
    chip(),
    outlineText({ ...NUMBER, text: inFours(number) }),
    outlineText({ text: '轻舟测试样张 · 不能使用', x: 72, y: 566, size: 26, colour: PALE }),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const NUMBER = {
  x: 72,
  y: 420,
  size: 60,
  colour: INK,
  weight: 'medium',
  spacing: 3,
} as const

/** Draws a card of a test person; undefined if the person has no such card. */
export async function drawPersonBankCard(
  { cards }: Pick<TestPerson, 'cards'>,
  lastFour: string,
): Promise<Buffer | undefined> {
  const card = cards.find(({ number }) => number.endsWith(lastFour))
  return card && drawBankCard(card)
}

function front(bank: string): string {
  const { width, height } = CARD
  const [light, deep] = FRONTS[(bank.codePointAt(0) ?? 0) % FRONTS.length] ?? FRONTS[0]
  return `
    <linearGradient id="front" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/>
    </linearGradient>
    <rect width="${width}" height="${height}" rx="${RADIUS}" fill="url(#front)"/>`
}

function chip(): string {
  return `
    <g transform="translate(72 200)" stroke="#8a6d2f" stroke-width="3" fill="none">
      <rect width="132" height="100" rx="16" fill="#d9bd74"/>
      <path d="M 44 0 V 100 M 88 0 V 100 M 0 50 H 44 M 88 50 H 132"/>
    </g>`
}

function inFours(number: string): string {
  return number.replaceAll(/\d{4}(?=\d)/g, '$& ')
}
