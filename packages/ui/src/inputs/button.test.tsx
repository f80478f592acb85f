import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { Form } from './field.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

function countedWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = {
    presses: 0,
    resolve,
    reject,
    press: async () => {
      work.presses += 1
      return promise
    },
  }
  return work
}

const isBusy = () => screen.getByRole('button').getAttribute('aria-busy') === 'true'

describe('Button', () => {
  it('stays busy until the promise settles, then can be pressed again', async () => {
    const work = countedWork()
    render(
      <Button onPress={work.press} busyLabel="正在提交…">
        确认借款
      </Button>,
    )

    await userEvent.click(screen.getByRole('button', { name: '确认借款' }))
    expect(isBusy()).toBe(true)
    expect(screen.getByRole('button', { name: '正在提交…' }).getAttribute('aria-disabled')).toBe(
      'true',
    )

    work.resolve()
    await waitFor(() => expect(isBusy()).toBe(false))
    await userEvent.click(screen.getByRole('button', { name: '确认借款' }))
    expect(work.presses).toBe(2)
  })

  it('is pressed once, however often it is tapped while busy', async () => {
    const work = countedWork()
    render(<Button onPress={work.press}>确认借款</Button>)
    const button = screen.getByRole('button')

    await userEvent.dblClick(button)
    button.click()
    button.click()
    expect(work.presses).toBe(1)
    work.resolve()
    await waitFor(() => expect(isBusy()).toBe(false))
  })

  it('ignores a second tap in the same frame, before the busy state is rendered', async () => {
    const work = countedWork()
    render(<Button onPress={work.press}>确认借款</Button>)
    const button = screen.getByRole('button')

    button.click()
    button.click()
    expect(work.presses).toBe(1)
    work.resolve()
    await waitFor(() => expect(isBusy()).toBe(false))
  })

  it('shows why it is unavailable, keeps the focus and does nothing', async () => {
    const work = countedWork()
    render(
      <Button onPress={work.press} unavailable="请先勾选协议">
        同意并继续
      </Button>,
    )
    const button = screen.getByRole('button', { name: '请先勾选协议' })

    await userEvent.click(button)
    expect(work.presses).toBe(0)
    expect(document.activeElement).toBe(button)
  })

  it('leads to the missing field: by its label, its title, or the first empty input', async () => {
    const fields = [
      ['借款金额', '借款金额'],
      ['协议与授权', '隐私政策'],
      ['分期', '姓名'],
    ] as const
    for (const [field, focused] of fields) {
      render(
        <div className="screen">
          <input aria-label="姓名" />
          <TextField label="借款金额" value="" onChange={() => undefined} />
          <section className="card">
            <h2>协议与授权</h2>
            <input type="checkbox" aria-label="注册协议" defaultChecked />
            <input type="checkbox" aria-label="隐私政策" />
          </section>
          <Button unavailable={{ reason: '请先填写', field }}>确认借款</Button>
        </div>,
      )
      await userEvent.click(screen.getByRole('button', { name: '请先填写' }))
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(focused)))
      cleanup()
    }
  })

  it('is busy with its form, by press or by Enter', async () => {
    const work = countedWork()
    render(
      <Form onSubmit={work.press}>
        <input aria-label="姓名" />
        <Button type="submit">保存</Button>
      </Form>,
    )

    await userEvent.type(screen.getByRole('textbox'), '林{Enter}')
    expect(isBusy()).toBe(true)
    await userEvent.click(screen.getByRole('button'))
    expect(work.presses).toBe(1)
    work.resolve()
    await waitFor(() => expect(isBusy()).toBe(false))
  })

  it('does not submit a form while unavailable', async () => {
    const work = countedWork()
    render(
      <Form onSubmit={work.press}>
        <Button type="submit" unavailable="请先勾选协议">
          保存
        </Button>
      </Form>,
    )

    await userEvent.click(screen.getByRole('button'))
    expect(work.presses).toBe(0)
  })
})
