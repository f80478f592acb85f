import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { back } from '@qingzhou/web/src/platform/navigation/navigation.ts'

/** A list longer than a phone screen. */
export default function BankListScreen() {
  return (
    <Screen title="支持银行" footer={<Button onPress={back}>返回</Button>}>
      {Array.from({ length: 60 }, (_, index) => (
        <p key={index}>银行 {index + 1}</p>
      ))}
    </Screen>
  )
}
