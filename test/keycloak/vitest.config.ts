import { defineConfig, mergeConfig } from 'vitest/config';
import browser from '../browser/vitest.config.ts';

/** SSO through the console in Chromium, with Keycloak as the provider. Needs Java 17 or newer, and Maven. */
const config = mergeConfig(browser, defineConfig({}));
config.test = { ...config.test, include: ['test/keycloak/*.browser.ts'] };
export default config;
