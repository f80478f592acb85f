-- A notice may also close the service for borrowers while it lasts.
ALTER TABLE proclamations ADD COLUMN closes_service boolean NOT NULL DEFAULT false;
