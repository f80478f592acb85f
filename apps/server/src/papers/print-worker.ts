import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { layoutOf } from './layout.ts'
import type { Paper } from './paper.ts'

const require = createRequire(import.meta.url)
const normal =
  require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
const bold = require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')

pdfmake.addFonts({ NotoSansSC: { normal, bold, italics: normal, bolditalics: bold } })
// A paper holds text alone: nothing is fetched for it, and no file but its fonts is read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)

export type PrintJob = { readonly jobNo: number; readonly paper: Paper }
export type Printed =
  | { readonly jobNo: number; readonly pdf: Uint8Array }
  | { readonly jobNo: number; readonly fault: string }

parentPort?.on('message', (job: PrintJob) => {
  // A thread is no window: there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  void print(job).then((printed) => parentPort?.postMessage(printed))
})

async function print({ jobNo, paper }: PrintJob): Promise<Printed> {
  try {
    return { jobNo, pdf: await pdfmake.createPdf(layoutOf(paper)).getBuffer() }
  } catch (error) {
    return { jobNo, fault: String(error) }
  }
}
