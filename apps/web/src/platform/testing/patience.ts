import { configure } from '@testing-library/react'

/** A screen that is waited for is waited for on a busy machine as well; none asserts a time. */
configure({ asyncUtilTimeout: 10_000 })
