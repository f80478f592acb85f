import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { PhotoSlot } from '../photo-slot.tsx'
import { SelectField } from '../select-field.tsx'
import { Tick } from './tick.tsx'

afterEach(cleanup)

const degrees = [
  { value: 'college', label: '大学专科' },
  { value: 'bachelor', label: '大学本科' },
  { value: 'other', label: '其他', unavailable: '暂不支持' },
]

function Degree() {
  const [value, setValue] = useState<string>()
  return <SelectField label="最高学历" options={degrees} value={value} onChange={setValue} />
}

describe('SelectField', () => {
  it('announces label and choice, and closes after a choice', async () => {
    render(<Degree />)
    await userEvent.click(screen.getByRole('button', { name: '最高学历 请选择' }))
    await userEvent.click(screen.getByRole('radio', { name: '大学本科' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: '最高学历 大学本科' })).toBeTruthy()
  })

  it('closes when the current choice is pressed again', async () => {
    render(<Degree />)
    await userEvent.click(screen.getByRole('button'))
    await userEvent.click(screen.getByRole('radio', { name: '大学本科' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await userEvent.click(screen.getByRole('button'))
    await userEvent.click(screen.getByRole('radio', { name: '大学本科' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('disables unavailable options and shows why', async () => {
    render(<Degree />)
    await userEvent.click(screen.getByRole('button'))
    expect(screen.getByRole('radio', { name: '其他 暂不支持' })).toHaveProperty('disabled', true)
  })
})

describe('Tick', () => {
  it('is ticked by its sentence and described by its error', async () => {
    let isTicked = false
    render(
      <Tick checked={false} onChange={(checked) => (isTicked = checked)} error="请先阅读并勾选">
        我已阅读并同意
      </Tick>,
    )
    const box = screen.getByRole('checkbox', { name: '我已阅读并同意' })
    expect(box.getAttribute('aria-invalid')).toBe('true')

    await userEvent.click(screen.getByText('我已阅读并同意'))
    expect(isTicked).toBe(true)
  })
})

describe('PhotoSlot', () => {
  it('returns the photo, and the same one again', async () => {
    const picked: string[] = []
    render(<PhotoSlot label="国徽面" onPick={(file) => picked.push(file.name)} />)
    const photograph = new File(['…'], 'card.jpg', { type: 'image/jpeg' })

    await userEvent.upload(screen.getByLabelText('拍摄国徽面'), photograph)
    await userEvent.upload(screen.getByLabelText('拍摄国徽面'), photograph)
    expect(picked).toEqual(['card.jpg', 'card.jpg'])
  })
})
