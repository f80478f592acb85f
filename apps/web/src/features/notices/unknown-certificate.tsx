import { Empty } from '@qingzhou/ui/empty'
import { product } from '#shared/product.ts'

/** Calm: most often somebody mistyped. */
export function UnknownCertificate({ code }: { code: string }) {
  return (
    <Empty title="没有找到这份证明">
      <p className="strong tabular">{code}</p>
      <p>请对照证明再核对一次校验码。仍然找不到的，这份证明可能不是我们开具的。</p>
      <p>
        客服 {product.servicePhone}（{product.serviceHours}）
      </p>
    </Empty>
  )
}
