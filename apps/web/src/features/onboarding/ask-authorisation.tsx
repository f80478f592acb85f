import { Button } from '@qingzhou/ui/button'
import { EmptyDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { routes } from '#app/routes.ts'
import { startAuthorisation } from '#platform/authorisation.ts'
import { browserKind } from '#platform/browser.ts'
import { go } from '#platform/navigation.ts'
import { product } from '#shared/product.ts'
import { Sentences } from '#shared/sentences.tsx'

/** Before anything else the payment app has to say who is there; only it can. */
export function AskAuthorisation() {
  const isInWallet = browserKind() === 'wallet'

  return (
    <Result
      drawing={<EmptyDrawing />}
      title={isInWallet ? '先完成授权，再注册' : `请在${product.wallet}中打开`}
      sentence={<Sentences of={isInWallet ? inWallet : elsewhere} />}
      actions={
        <>
          {isInWallet && <Button onPress={() => startAuthorisation('wallet')}>去授权</Button>}
          <Button
            kind={isInWallet ? 'quiet' : 'primary'}
            onPress={async () => go(routes.onboarding.register)}
          >
            用手机号注册
          </Button>
        </>
      }
    />
  )
}

const inWallet = [`${product.wallet}会请您确认授权。`, '我们只取手机号，不取余额和账单。']
const elsewhere = [`本页需要${product.wallet}的授权。`, '您也可以直接用手机号注册。']
