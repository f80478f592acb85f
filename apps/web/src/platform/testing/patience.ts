import { configure } from '@testing-library/react'

/** Longer waits for busy machines; no test asserts a time. */
configure({ asyncUtilTimeout: 25_000 })
