import type { z } from 'zod';
import type {
  deliveryDetailSchema,
  WireAttempt,
  WireDelivery,
  WireTestResult,
} from '../../../../src/webhooks/delivery/delivery-web-schema.ts';
import type {
  endpointDetailSchema,
  endpointWithSecretSchema,
  secretSchema,
  WireEndpoint,
} from '../../../../src/webhooks/endpoints/endpoint-web-schema.ts';

export type Endpoint = WireEndpoint;
export type Delivery = WireDelivery;
export type Attempt = WireAttempt;
export type EndpointDetail = z.infer<typeof endpointDetailSchema>;
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;
export type TestResult = WireTestResult;
export type Secrets = z.infer<typeof secretSchema>;
