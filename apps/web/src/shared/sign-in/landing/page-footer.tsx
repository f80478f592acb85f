import { product, toHelp } from '#shared/pages/service/product.ts'
import './page-footer.css'

/** The wave at the foot of a page, with risk notice and contact. */
export function PageFooter() {
  return (
    <footer className="shore">
      <svg viewBox="0 0 390 24" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 13c33-9 65-9 98 0s65 9 98 0 65-9 98 0 65 9 98 0v11H0z" />
      </svg>
      <div className="shore-words">
        <p>{product.riskLine}</p>
        <p className="tabular">
          客服 <a href={`tel:${product.servicePhone}`}>{product.servicePhone}</a>（
          {product.serviceHours}）
        </p>
        <p>
          <a href={toHelp}>帮助与服务</a>
        </p>
      </div>
    </footer>
  )
}
