import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import type { Input } from '@qingzhou/contract/wire/shape'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { clearStaffSession } from '#platform/session/staff-session.ts'
import { draftOf } from '#platform/browser/storage.ts'
import { clearDraft } from '#shared/forms/draft.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import AddNameScreen from './add-entry-screen.tsx'
import { ADD_ENTRY_DRAFT } from '#features/staff/queries.ts'
import { answerAsBackOffice } from '#features/staff/testing/back-office.ts'

const network = connectNetworkForFile()
let added: Input<typeof staffShapes.addName>[]

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const saveButton = () => screen.findByRole('button', { name: '保存并录入下一位' })

function openAsOperator() {
  added = []
  answerAsBackOffice(network, ['operator'])
  network.answer(calls.staff.addName, staffShapes.addName, (input) => {
    added.push(input)
    return { nameNo: 'NAME-00001' }
  })
  return openScreen(<AddNameScreen />)
}

async function fillIn() {
  await saveButton()
  await userEvent.type(field('姓名'), '赵 六')
  await userEvent.type(field('身份证号'), '11010519491231002X')
  await userEvent.type(field('手机号'), '13800138000')
  await userEvent.type(field('单位'), '清河医院')
}

afterEach(() => {
  cleanup()
  clearStaffSession()
  clearDraft(ADD_ENTRY_DRAFT)
})

describe('new roster entry', () => {
  it('validates every field by the contract before the call', async () => {
    openAsOperator()
    await saveButton()
    await userEvent.type(field('身份证号'), '110105194912310021')
    await userEvent.click(await saveButton())
    await screen.findByText('请输入姓名')
    expect(screen.getByText('请输入正确格式的身份证号')).toBeDefined()
    expect(screen.getByText('请输入手机号')).toBeDefined()
    expect(added).toEqual([])
  })

  it('[2.142] is saved once, however often it is tapped, and keeps the employer for the next', async () => {
    openAsOperator()
    await fillIn()
    await userEvent.dblClick(await saveButton())
    await waitFor(() => expect(field('姓名').value).toBe(''))
    expect(added).toEqual([
      { name: '赵六', idNumber: '11010519491231002X', mobile: '13800138000', employer: '清河医院' },
    ])
    expect(field('身份证号').value).toBe('')
    expect(field('单位').value).toBe('清河医院')
    expect(document.activeElement).toBe(field('姓名'))
  })

  it('shows at the field that the number is already on the roster', async () => {
    openAsOperator()
    network.answer(calls.staff.addName, staffShapes.addName, () => {
      throw new Refusal(codes.accountState, '该客户已在名单中')
    })
    await fillIn()
    await userEvent.click(await saveButton())
    await screen.findByText('该客户已在名单中')
    expect(document.activeElement).toBe(field('身份证号'))
  })

  it('stores no personal data on the computer', async () => {
    openAsOperator()
    await fillIn()
    expect(draftOf(ADD_ENTRY_DRAFT)).toContain('清河医院')
    expect(draftOf(ADD_ENTRY_DRAFT)).not.toMatch(/赵|11010519491231002X|13800138000/)
  })
})
