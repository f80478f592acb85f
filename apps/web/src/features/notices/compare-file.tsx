import { type ChangeEvent, useState } from 'react'
import { Banner } from '@qingzhou/ui/feedback'
import { Card } from '@qingzhou/ui/layout'
import { CheckIcon, DocumentIcon } from '@qingzhou/ui/graphics'
import '#shared/files/files.css'
import './compare-file.css'

/** Insecure pages have no WebCrypto. */
const canDigest = () => 'subtle' in crypto

/** Compares a local file with the issued one without uploading it. */
export function CompareFile({ digest }: { digest: string }) {
  const [compared, setCompared] = useState<{ name: string; isSame: boolean }>()

  async function compare(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    if (!file) return
    const found = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    // Reset, so that choosing the same file again fires a change event.
    event.target.value = ''
    setCompared({ name: file.name, isSame: hexOf(found) === digest })
  }

  return (
    <Card title="比对电子文件" note="打印件请逐项核对上面的内容">
      <div className="stack stack-3">
        {canDigest() && (
          <label className="button button-quiet file-picker">
            <input
              className="visually-hidden"
              type="file"
              accept="application/pdf"
              onChange={(event) => void compare(event)}
            />
            <DocumentIcon size={20} />
            <span>选择收到的 PDF</span>
          </label>
        )}
        <div role="status">{compared && <Verdict {...compared} />}</div>
        <div className="stack stack-1">
          <p className="small ink-2">原始文件的摘要（SHA-256），与您文件的摘要相同即为原件：</p>
          <code className="digest small">{digest.replace(/.{8}(?=.)/g, '$& ')}</code>
        </div>
        {canDigest() && <p className="caption ink-3">文件只在您的手机上比对，不会上传。</p>}
      </div>
    </Card>
  )
}

function Verdict({ name, isSame }: { name: string; isSame: boolean }) {
  if (isSame) {
    return <Banner icon={<CheckIcon size={20} />}>“{name}”与开具的原件完全相同。</Banner>
  }
  return (
    <Banner tone="overdue">
      “{name}”不是开具的原件：选错了文件，或者内容被改动过。重新保存、打印成 PDF 也会不同。
    </Banner>
  )
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
