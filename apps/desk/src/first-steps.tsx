import { useState } from 'react'
import { IconButton } from '@qingzhou/ui/icon-button'
import { CloseIcon } from '@qingzhou/ui/icons'
import { deskMemory } from './desk-memory.ts'

const steps = [
  { title: '选一位测试用户', text: '在左侧点开，再点“填入手机号”。' },
  { title: '获取验证码', text: '输入图形码，勾选协议，获取短信。' },
  { title: '点一下验证码', text: '右侧短信里的数字，点了就填好。' },
  { title: '申请和借款', text: '证件、银行卡、镜头，点一下就好。' },
]

/** Shown until somebody has read it: how to be signed in within a minute, and what comes next. */
export function FirstSteps() {
  const [isOpen, setOpen] = useState(() => deskMemory.read('steps-read') !== 'yes')
  if (!isOpen) return null

  function close() {
    deskMemory.keep('steps-read', 'yes')
    setOpen(false)
  }

  return (
    <aside className="first-steps" aria-label="四步上手">
      <ol>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="first-steps-number" aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <strong className="strong">{title}</strong>
              <span className="small ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <IconButton label="知道了，收起提示" icon={<CloseIcon size={18} />} onPress={close} />
    </aside>
  )
}
