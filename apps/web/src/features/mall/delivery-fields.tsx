import type { Delivery } from '@qingzhou/contract/features/mall'
import { phone } from '@qingzhou/contract/wire/fields'
import { TextField } from '@qingzhou/ui/inputs'
import { useForm } from '#shared/forms/form.ts'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { requiredField } from '#shared/forms/validation.ts'

const ADDRESS_MAX = 120

/** Where the goods go. The input survives a reload and is used for the next purchase, too. */
export function useDelivery() {
  const form = useForm({
    draft: 'mall-delivery',
    initial: { recipient: '', mobile: '', address: '' },
    rules: {
      recipient: requiredField('收货人'),
      mobile: phone,
      address: requiredField('收货地址'),
    },
    notPersisted: [],
  })
  return {
    form,
    check: () => form.check('recipient', 'mobile', 'address'),
    value: (): Delivery => {
      const { recipient, mobile, address } = form.values
      return { recipient: recipient.trim(), mobile, address: address.trim() }
    },
  }
}

export function DeliveryFields({
  delivery: { form },
}: {
  delivery: ReturnType<typeof useDelivery>
}) {
  return (
    <div className="stack stack-2">
      <TextField {...form.text('recipient')} label="收货人" autoComplete="name" maxLength={30} />
      <PhoneField {...form.text('mobile')} label="收货手机号" />
      <TextField
        {...form.text('address')}
        label="收货地址"
        placeholder="省市区、街道、小区、门牌号"
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
      />
    </div>
  )
}
