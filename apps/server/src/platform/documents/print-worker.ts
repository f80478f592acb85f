import { createRequire } from 'node:module'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { answerJobs, type JobDone } from '#platform/answer-jobs.ts'
import { layoutOf } from './layout.ts'
import type { Paper, Seal } from './paper.ts'
import { isTornSeal, placeOfSeal, type SealPlace } from './seal-layout.ts'
import { withRoomForSignature } from './signing/room-for-signature.ts'

const require = createRequire(import.meta.url)
const normal =
  require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
const bold = require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')

pdfmake.addFonts({ NotoSansSC: { normal, bold, italics: normal, bolditalics: bold } })
// A paper holds text alone: nothing is fetched for it, and no file but its fonts is read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)

answerJobs(async (paper: Paper): Promise<JobDone<Uint8Array>> => ({
  result: paper.seal
    ? await printedToBeSigned(paper, paper.seal)
    : await pdfmake.createPdf(layoutOf(paper)).getBuffer(),
}))

/** With room for the signature, where the seal came to stand. */
async function printedToBeSigned(paper: Paper, seal: Seal): Promise<Uint8Array> {
  const places: SealPlace[] = []
  const layout: TDocumentDefinitions = {
    ...layoutOf(paper),
    pageBreakBefore(node) {
      const place = placeOfSeal(node, seal)
      if (place) places.push(place)
      return isTornSeal(node, seal)
    },
  }
  const pdf = await pdfmake.createPdf(layout).getBuffer()
  const place = places.at(-1)
  if (!place) throw new Error('a seal has its place on a page')
  const { signer, signedAt } = seal
  return withRoomForSignature(pdf, { place, signing: { signer, signedAt, reason: paper.title } })
}
