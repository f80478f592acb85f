import { codes } from '@qingzhou/contract/codes'
import { staffShapes } from '@qingzhou/contract/staff'
import { fieldMessages } from '@qingzhou/domain/people/field-messages'
import { tidyName } from '@qingzhou/domain/people/person-name'
import { toast } from '@qingzhou/ui/toast'
import { ApiError } from '#platform/api-error.ts'
import { useForm } from '#shared/form.ts'
import { required } from '#shared/rules.ts'
import { unlessTold } from '#shared/told.ts'
import { ADD_NAME_DRAFT } from './drafts.ts'
import { staff } from './queries.ts'

const { shape } = staffShapes.addName.request

/**
 * One customer for the list. Saved, the form is ready for the next of the same employer. What
 * names somebody else is never kept on a computer that others use.
 */
export function useAddNameForm() {
  const form = useForm({
    draft: ADD_NAME_DRAFT,
    initial: { name: '', idNumber: '', mobile: '', employer: '' },
    rules: {
      name: required('姓名', shape.name, '姓名不能超过 40 个字'),
      idNumber: required('身份证号', shape.idNumber, fieldMessages.idNumber),
      mobile: shape.mobile,
      employer: required('单位', shape.employer, '单位不能超过 60 个字'),
    },
    unkept: ['name', 'idNumber', 'mobile'],
  })

  async function save() {
    if (!form.check('name', 'idNumber', 'mobile', 'employer')) return
    const { mobile, idNumber } = form.values
    const name = tidyName(form.values.name)
    try {
      const employer = form.values.employer.trim()
      await staff.addName({ name, idNumber: idNumber.trim(), mobile, employer }, { quiet: true })
    } catch (error) {
      unlessTold(error)
      tell(error)
      return
    }
    toast(`${name} 已加入名单，可以继续录入下一位`)
    form.put({ name: '', idNumber: '', mobile: '' })
    form.focus('name')
  }

  /** What the server knows of is mostly this number being on the list already. */
  function tell(error: unknown) {
    if (!(error instanceof ApiError)) return
    if (error.code === codes.accountState) form.fail('idNumber', error.message)
    else toast(error.message)
  }

  return { form, save }
}
