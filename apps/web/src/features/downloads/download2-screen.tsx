import { DownloadPage } from './download-page.tsx'
import { ReminderDrawing } from './drawings.tsx'

export default function Download2Screen() {
  return <DownloadPage name="download2" drawing={<ReminderDrawing />} />
}
